import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { TcpProxy } from '#tests/support/db/tcp-proxy.ts'
import { createRandom } from '#tests/support/lib/random.ts'
import { buildBookingFields, postForm } from '#tests/support/server/forms.ts'
import { ServerGroup } from '#tests/support/server/server-group.ts'

const random = createRandom('lost commits')
let proxy: TcpProxy
let database: PostgresDatabase
let group: ServerGroup
beforeAll(async () => {
  database = await PostgresDatabase.create()
  const url = new URL(database.url)
  proxy = await TcpProxy.start(Number(url.port))
  url.port = String(proxy.port)
  group = await ServerGroup.start({ count: 2, databaseUrl: url.href, random })
})
afterAll(async () => {
  await group?.dispose()
  await proxy?.close()
  await database?.drop()
})

describe('A booking whose commit nobody knows about', () => {
  it.each([{ what: 'answer', stored: 1 } as const, { what: 'commit', stored: 0 } as const])(
    'is answered 503, and the repeat gets one booking, if the connection loses the $what',
    async ({ what, stored }) => {
      const [start = ''] = random.shuffle(await group.listOpenStarts())
      const at = `booking WHERE starts_at = ${Date.parse(start)}`
      const fields = buildBookingFields({ start })
      const key = randomUUID()
      proxy.loses = { what, ofTransactionWith: key }
      expect((await postForm(group.pick().url, fields, key)).status).toBe(503)
      expect(await database.count(at)).toBe(stored)
      proxy.loses = undefined
      for (const { url } of group.servers) {
        const repeated = await postForm(url, fields, key)
        expect(repeated.status).toBe(201)
        const { bookingId } = (await repeated.json()) as { bookingId: string }
        expect(await database.count(`${at} AND id = '${bookingId}'`)).toBe(1)
      }
      expect(await database.count(at)).toBe(1)
    },
  )
})
