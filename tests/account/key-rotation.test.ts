import { afterEach, beforeEach, expect, it } from 'vitest'
import { decryptSecondFactor } from '#server/account/auth-internals.ts'
import { readSecondFactors } from '#server/account/store.ts'
import { readKeyInUse } from '#server/db/key-files.ts'
import { Keys } from '#server/lib/keys.ts'
import { decryptAddress, readFeedRow } from '#server/schedule/feed/store.ts'
import { reencryptWithNewestKey } from '#server/wiring/key-rotation.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { rotatedKeys } from '#tests/support/server/keys.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

const CALENDAR = 'http://127.0.0.1:9'
const newestKeyOnly = new Keys([{ version: 2, secret: 'a newer secret of the tests' }])

let site: Site
beforeEach(async () => {
  site = await startSite({ CALENDAR_ORIGIN: CALENDAR })
})
afterEach(() => site.close())

it('After a key rotation, two-step verification and the calendar address are readable without the older key', async () => {
  const cookie = await site.signInOwner()
  const response = await site.call('auth/begin-second-factor', { password: owner.password }, cookie)
  const { backupCodes } = await response.json()
  const address = `${CALENDAR}/basic.ics`
  await site.call('set-feed', { address }, cookie)
  const older = await readFeedRow(site.db.read)
  expect(() => decryptAddress(older, newestKeyOnly)).toThrow('is missing')

  await reencryptWithNewestKey(site.db, rotatedKeys)
  expect(await readKeyInUse(site.db.read)).toBe(newestKeyOnly.id)
  expect(decryptAddress(await readFeedRow(site.db.read), newestKeyOnly)).toBe(address)
  const [factor] = await readSecondFactors(site.db.read)
  const decrypt = (data = '') => decryptSecondFactor(newestKeyOnly, data)
  expect(JSON.parse(await decrypt(factor?.backup_codes))).toEqual(backupCodes)
  expect(await decrypt(factor?.secret)).toHaveLength(32)
})
