import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { owner } from '#tests/support/account/owner-account.ts'
import { PostgresCluster } from '#tests/support/db/postgres.ts'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { SmallDisk } from '#tests/support/db/small-disk.ts'
import { createRandom } from '#tests/support/lib/random.ts'
import { runCliCommandWith } from '#tests/support/server/cli-commands.ts'
import { buildBookingFields, postForm } from '#tests/support/server/forms.ts'
import { ServerGroup } from '#tests/support/server/server-group.ts'
import { post } from './site-load.ts'

const random = createRandom('full disk')
/** The whole cluster, write-ahead log included, has room for a few dozen megabytes. */
const disk = new SmallDisk(120)
let cluster: PostgresCluster
let database: PostgresDatabase
let group: ServerGroup
beforeAll(async () => {
  if (!disk.mounted) return
  cluster = await PostgresCluster.start({ parent: disk.folder })
  database = await PostgresDatabase.create(cluster.url('postgres'))
  group = await ServerGroup.start({ count: 2, databaseUrl: database.url, random })
  const args = ['--email', owner.email, '--name', owner.name]
  const made = await runCliCommandWith(group.env, 'owner', group.pick().dataDir, ...args)
  expect(made).toMatchObject({ code: 0, errors: '' })
})
afterAll(async () => {
  await group?.dispose()
  await cluster?.remove()
  disk.remove()
})

interface Sent {
  key: string
  fields: Record<string, string>
}

/** Fills the disk between two bookings, and books on until one is refused. */
async function bookUntilRefused(): Promise<{ accepted: Sent[]; refused: Sent }> {
  const accepted: Sent[] = []
  for (const start of await group.listOpenStarts()) {
    const key = randomUUID()
    const sent = { key, fields: buildBookingFields({ start, message: key }) }
    const answer = await send(sent)
    if (answer.status !== 201) {
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answer.json()).toMatchObject({ code: 'storage' })
      return { accepted, refused: sent }
    }
    accepted.push(sent)
    disk.fill()
  }
  throw new Error('No booking was refused')
}

const send = ({ key, fields }: Sent) => postForm(group.pick().url, fields, key)

const countBookings = (sent: Sent[]) =>
  database.count(`booking WHERE message IN (${sent.map(({ key }) => `'${key}'`).join()})`)

/** Why a server says that it is not ready. */
async function listReasons(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/readyz`)
  expect(answer.status).toBe(503)
  return (await answer.json()).reasons
}

async function expectPages(): Promise<void> {
  for (const { url } of group.servers)
    for (const page of ['/', '/services', '/healthz'])
      expect((await fetch(url + page)).status, page).toBe(200)
}

describe.skipIf(!disk.mounted)('Two servers whose PostgreSQL has a full disk', () => {
  it('refuse what cannot be stored, lose nothing, say so, and go on by themselves once there is room', async () => {
    const { accepted, refused } = await bookUntilRefused()
    expect(await countBookings(accepted)).toBe(accepted.length)
    expect(await countBookings([refused])).toBe(0)
    for (const { url } of group.servers) {
      expect((await post(`${url}/functions/auth/sign-in`, owner)).status).toBe(503)
      expect(await listReasons(url)).toEqual(['The disk is full: the database takes no writes.'])
    }
    await expectPages()
    disk.free()
    await group.waitUntilAllReady()
    for (const sent of [...accepted, refused]) expect((await send(sent)).status).toBe(201)
    expect(await countBookings([...accepted, refused])).toBe(accepted.length + 1)
  })

  it('outlive a PostgreSQL that crashes because its write-ahead log has no room, and lose nothing', async () => {
    const { accepted } = await bookUntilRefused()
    await fillWriteAheadLog()
    for (const { url } of group.servers) {
      await expect.poll(() => listReasons(url)).toEqual(['The database cannot be opened.'])
      expect((await postForm(url, buildBookingFields())).status).toBe(503)
    }
    await expectPages()
    disk.free()
    // Most versions have ended by themselves, as they cannot recover without room.
    await cluster.stop('immediate').catch(() => undefined)
    await cluster.launch()
    await group.waitUntilAllReady()
    expect(await countBookings(accepted)).toBe(accepted.length)
    for (const sent of accepted) expect((await send(sent)).status).toBe(201)
  })
})

/** Writes to the log, but to no table, until PostgreSQL crashes. */
async function fillWriteAheadLog(): Promise<void> {
  const message = "SELECT pg_logical_emit_message(true, '', repeat('x', 1 << 20))"
  const isStored = () =>
    database.query(message).then(
      () => true,
      () => false,
    )
  for (let written = 0; await isStored(); written++) expect(written).toBeLessThan(100)
}
