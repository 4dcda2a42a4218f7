import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { TcpProxy } from '#tests/support/db/tcp-proxy.ts'
import { createRandom } from '#tests/support/lib/random.ts'
import { buildBookingFields, postForm } from '#tests/support/server/forms.ts'
import { ServerGroup } from '#tests/support/server/server-group.ts'

/** Longest time until a visitor has an answer, ms: a few seconds more than one statement may take. */
const PATIENCE = 58_000

const random = createRandom('silence')
let database: PostgresDatabase
let proxy: TcpProxy
let group: ServerGroup
beforeAll(async () => {
  database = await PostgresDatabase.create()
  const url = new URL(database.url)
  proxy = await TcpProxy.start(Number(url.port))
  url.port = String(proxy.port)
  const env = { RATE_LIMIT: 'on' }
  group = await ServerGroup.start({ count: 1, databaseUrl: url.href, random, env })
})
afterAll(async () => {
  await group?.dispose()
  await proxy?.close()
  await database?.drop()
})

it('A database that stops answering, and closes no connection, delays no visitor for a minute', async () => {
  const starts = await group.listOpenStarts()
  const { url } = group.pick()
  const book = (start = '') => postForm(url, buildBookingFields({ start }))
  /** Returns the status of the answer and how long it took. */
  const time = async (request: () => Promise<Response>) => {
    const began = Date.now()
    const { status } = await request()
    return { status, took: Date.now() - began }
  }
  proxy.isSilent = true
  // The first is the one that waits for the counter of requests.
  const answers = [time(() => fetch(`${url}/functions/get-config`))]
  for (const start of starts.slice(0, 3)) {
    // Meanwhile the last one gets its place before the next.
    expect((await fetch(`${url}/services`)).status).toBe(200)
    answers.push(time(() => book(start)))
  }
  for (const { status, took } of await Promise.all(answers)) {
    expect(status).toBe(503)
    expect(took).toBeLessThan(PATIENCE)
  }
  expect(await database.count('booking')).toBe(0)
  proxy.isSilent = false
  await vi.waitUntil(async () => (await book(starts[0])).status === 201, { timeout: PATIENCE })
})
