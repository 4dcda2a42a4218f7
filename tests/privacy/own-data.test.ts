import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { consentVersion, getConsentText } from '#shared/privacy/consents.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { getCookies, type Site, startSite, TODAY } from '#tests/support/server/site.ts'

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const person = { email: 'elisabeth@example.com', name: 'Elisabeth Sørbø', password: 'blåbær-42' }

async function signUp(account = person): Promise<string> {
  await site.call('auth/sign-up', account)
  await site.db.write((tx) => tx.updateTable('user').set({ email_verified: 1 }).execute())
  return getCookies(await site.call('auth/sign-in', account))
}

const createConsents = (over = {}) => ({
  essentialData: true,
  preferences: false,
  marketing: false,
  thirdParty: false,
  ...over,
})
const readOwn = async (name: string, cookie: string, userId = 'default-user') =>
  site.get(`/functions/${name}?userId=${userId}`, cookie)
const saveConsents = (cookie: string, over: object, more = {}) =>
  site.call(
    'gdpr-consents',
    { userId: 'default-user', consents: createConsents(over), ...more },
    cookie,
  )
const readRows = async () => ({
  changes: await site.db.read.selectFrom('consent_change').selectAll().execute(),
  audit: await site.db.read.selectFrom('audit_log').selectAll().execute(),
})

describe('Consents', () => {
  it('are all off at first, except for the data that the service needs', async () => {
    const cookie = await signUp()
    expect(await (await readOwn('gdpr-consents', cookie)).json()).toEqual(createConsents())
  })

  it('that change are stored with the wording that was shown, each with an entry in the audit log', async () => {
    const cookie = await signUp()
    const saved = await saveConsents(cookie, { marketing: true }, { type: 'marketing' })
    expect(await saved.json()).toEqual(createConsents({ marketing: true }))
    expect(await readRows()).toMatchObject({
      changes: [
        {
          kind: 'marketing',
          given: 1,
          text_version: consentVersion,
          wording: getConsentText('marketing'),
          at: TODAY,
        },
      ],
      audit: [{ action: 'Consent Update' }],
    })
    site.time.now += 1000
    await saveConsents(cookie, { thirdParty: true })
    expect(await (await readOwn('gdpr-consents', cookie)).json()).toEqual(
      createConsents({ thirdParty: true }),
    )
    const log = await (await readOwn('gdpr-audit', cookie)).json()
    expect(log).toHaveLength(3)
    expect(log[0]).toEqual({
      id: expect.any(String),
      action: 'Consent Update',
      details: expect.stringMatching(/^Privacy settings updated: thirdParty given, text of /),
      timestamp: new Date(TODAY + 1000).toISOString(),
    })
  })

  it('that do not change create no log entry, and the essential one cannot be switched off', async () => {
    const cookie = await signUp()
    const saved = await saveConsents(cookie, { essentialData: false })
    expect(await saved.json()).toEqual(createConsents())
    expect(await readRows()).toEqual({ changes: [], audit: [] })
  })

  it('are refused under a wording that was never shown', async () => {
    const cookie = await signUp()
    const refused = await saveConsents(cookie, { marketing: true }, { textVersion: '1999-01-01' })
    expect([refused.status, (await refused.json()).error]).toEqual([
      400,
      'Failed to update consent settings',
    ])
    expect((await readRows()).changes).toEqual([])
  })
})

describe('The audit log', () => {
  it('accepts no entry from a browser', async () => {
    const cookie = await signUp()
    const entry = { action: 'Consent Update', details: 'Privacy settings updated' }
    const noted = await site.call('gdpr-audit', { userId: 'default-user', ...entry }, cookie)
    expect(noted.status).toBe(200)
    expect((await readRows()).audit).toEqual([])
  })

  it('is append-only: no entry can be changed or deleted by anyone', async () => {
    await saveConsents(await signUp(), { marketing: true })
    const change = (tx: Tx) => tx.updateTable('audit_log').set({ details: '' }).execute()
    const shorten = (tx: Tx) => tx.deleteFrom('audit_log').execute()
    await expect(site.db.write(change)).rejects.toThrow('only added to')
    await expect(site.db.write(shorten)).rejects.toThrow('only added to')
    expect((await readRows()).audit).toHaveLength(1)
  })
})

describe('Another person’s consents, audit log and data', () => {
  it('are refused to a visitor, while the owner may see them', async () => {
    const cookie = await signUp()
    await saveConsents(cookie, { marketing: true })
    const [{ id = '' } = {}] = await site.db.read.selectFrom('user').select('id').execute()
    const other = await signUp({ ...person, email: 'otto@example.com' })
    for (const name of ['gdpr-consents', 'gdpr-audit']) {
      expect((await readOwn(name, other, id)).status).toBe(403)
      expect((await readOwn(name, other, 'unknown')).status).toBe(403)
    }
    const body = { userId: id, consents: createConsents(), format: 'json' }
    for (const name of ['gdpr-consents', 'gdpr-audit', 'gdpr-export'])
      expect((await site.call(name, body, other)).status).toBe(403)
    const owner = await site.signInOwner()
    expect(await (await readOwn('gdpr-consents', owner, id)).json()).toMatchObject({
      marketing: true,
    })
    expect((await readOwn('gdpr-consents', owner, 'unknown')).status).toBe(404)
    expect(await (await readOwn('gdpr-consents', owner)).json()).toEqual(createConsents())
  })
})

describe('The export of one’s own data', () => {
  it('contains what was sent from the same email address, and is itself logged', async () => {
    const cookie = await signUp()
    await site.post(buildBookingFields())
    await site.post(
      buildBookingFields({ email: 'otto@example.com', start: '2026-11-24T12:00:00Z' }),
    )
    const file = await site.call('gdpr-export', { userId: 'default-user', format: 'json' }, cookie)
    expect(file.headers.get('content-disposition')).toBe(
      'attachment; filename=user-data-export.json',
    )
    const data = await file.json()
    expect(data.bookings).toHaveLength(1)
    expect(data.accounts).toMatchObject([{ email: person.email }])
    expect((await readRows()).audit).toMatchObject([{ action: 'Data Export' }])
    const csv = await site.call('gdpr-export', { userId: 'default-user', format: 'csv' }, cookie)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await csv.text()).toContain('"bookings",1,"email","elisabeth@example.com"')
  })

  it('for an unconfirmed email address contains nothing that others sent from it', async () => {
    const cookie = await signUp()
    await site.post(buildBookingFields())
    await site.db.write((tx) => tx.updateTable('user').set({ email_verified: 0 }).execute())
    const file = await site.call('gdpr-export', { userId: 'default-user', format: 'json' }, cookie)
    if (file.status === 200) expect((await file.json()).bookings).toEqual([])
    else expect(file.status).toBe(401)
  })

  it('in an unknown format fails with the specified error message', async () => {
    const file = await site.call(
      'gdpr-export',
      { userId: 'default-user', format: 'pdf' },
      await signUp(),
    )
    expect([file.status, (await file.json()).error]).toEqual([400, 'Failed to export data'])
  })
})
