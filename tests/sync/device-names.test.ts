import { afterEach, beforeEach, expect, test } from 'vitest'
import { listDevices, noteDevice, revoke } from '#server/sync/devices.ts'
import { type Site, startSite, TODAY } from '#tests/support/site.ts'

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

test('devices of one kind are told apart by a number, which stays when another one is removed', async () => {
  await site.owner()
  const userId = (await (await site.get('/functions/auth/session', await site.owner())).json()).user
    .id
  const note = (id: string, name: string, at: number) =>
    site.db.write((tx) => noteDevice(tx, { id, name, userId, sessionId: 's' }, TODAY + at))
  await note('a', 'Chrome on Linux', 1)
  await note('b', 'Safari on iPhone', 2)
  await note('c', 'Chrome on Linux', 3)
  const names = () =>
    Object.fromEntries(listDevices(site.db.read, userId).map(({ id, name }) => [id, name]))
  expect(names()).toEqual({ a: 'Chrome on Linux', b: 'Safari on iPhone', c: 'Chrome on Linux (2)' })
  await site.db.write((tx) => revoke(tx, { id: 'a', userId, now: TODAY + 4 }))
  expect(names()).toEqual({ b: 'Safari on iPhone', c: 'Chrome on Linux (2)' })
})
