import { symmetricDecrypt } from 'better-auth/crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { libraryKeys } from '#server/account/second-factor.ts'
import { allSecondFactors } from '#server/account/store.ts'
import { keyInUse } from '#server/db/keys.ts'
import { Keys } from '#server/lib/keys.ts'
import { addressOf, readFeedRow } from '#server/schedule/feed/store.ts'
import { renewEncryption } from '#server/wiring/encryption.ts'
import { rotatedKeys } from '#tests/support/keys.ts'
import { owner } from '#tests/support/owner-account.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const CALENDAR = 'http://127.0.0.1:9'
const newestAlone = new Keys([{ version: 2, secret: 'a newer secret of the tests' }])

let site: Site
beforeEach(async () => {
  site = await startSite({ CALENDAR_ORIGIN: CALENDAR })
})
afterEach(() => site.close())

it('a rotation leaves second factors and the calendar’s address readable without the older key', async () => {
  const cookie = await site.owner()
  const begun = await site.call('auth/begin-second-factor', { password: owner.password }, cookie)
  const { backupCodes } = await begun.json()
  const address = `${CALENDAR}/basic.ics`
  await site.call('set-feed', { address }, cookie)
  expect(() => addressOf(readFeedRow(site.db.read), newestAlone)).toThrow('is missing')

  await renewEncryption(site.db, rotatedKeys)
  expect(keyInUse(site.db.read)).toBe(newestAlone.id)
  expect(addressOf(readFeedRow(site.db.read), newestAlone)).toBe(address)
  const [factor] = allSecondFactors(site.db.read)
  const key = libraryKeys(newestAlone)
  const codes = await symmetricDecrypt({ key, data: factor?.backup_codes ?? '' })
  expect(JSON.parse(codes)).toEqual(backupCodes)
  expect(await symmetricDecrypt({ key, data: factor?.secret ?? '' })).toHaveLength(32)
})
