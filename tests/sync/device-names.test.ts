import { expect } from 'vitest'
import { listDevices, markDeviceRevoked, upsertDevice } from '#server/sync/devices.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { test } from '#tests/support/server/site-test.ts'

test('Devices with the same name are distinguished by a number, which does not change when another one is removed', async ({
  site,
}) => {
  await site.signInOwner()
  const userId = (
    await (await site.get('/functions/auth/session', await site.signInOwner())).json()
  ).user.id
  const note = (id: string, name: string, at: number) =>
    site.db.write((tx) => upsertDevice(tx, { id, name, userId, sessionId: 's' }, TODAY + at))
  await note('a', 'Chrome on Linux', 1)
  await note('b', 'Safari on iPhone', 2)
  await note('c', 'Chrome on Linux', 3)
  const names = async () =>
    Object.fromEntries((await listDevices(site.db.read, userId)).map(({ id, name }) => [id, name]))
  expect(await names()).toEqual({
    a: 'Chrome on Linux',
    b: 'Safari on iPhone',
    c: 'Chrome on Linux (2)',
  })
  await site.db.write((tx) => markDeviceRevoked(tx, { id: 'a', userId, now: TODAY + 4 }))
  expect(await names()).toEqual({ b: 'Safari on iPhone', c: 'Chrome on Linux (2)' })
})
