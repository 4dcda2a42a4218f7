import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { consentVersion, consentWording } from '#shared/privacy/consents.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { cookiesOf, type Site, startSite, TODAY } from '#tests/support/site.ts'

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const person = { email: 'elisabeth@example.com', name: 'Elisabeth Sørbø', password: 'blåbær-42' }

async function visitor(account = person): Promise<string> {
  await site.call('auth/sign-up', account)
  await site.db.write((tx) => tx.run(query.updateTable('user').set({ email_verified: 1 })))
  return cookiesOf(await site.call('auth/sign-in', account))
}

const consents = (over = {}) => ({
  essentialData: true,
  preferences: false,
  marketing: false,
  thirdParty: false,
  ...over,
})
const read = async (name: string, cookie: string, userId = 'default-user') =>
  site.get(`/functions/${name}?userId=${userId}`, cookie)
const save = (cookie: string, over: object, more = {}) =>
  site.call('gdpr-consents', { userId: 'default-user', consents: consents(over), ...more }, cookie)
const rows = () => ({
  changes: site.db.read.all(query.selectFrom('consent_change').selectAll()),
  audit: site.db.read.all(query.selectFrom('audit_log').selectAll()),
})

describe('consents', () => {
  it('are none before anything was said, but for the data that the service needs', async () => {
    const cookie = await visitor()
    expect(await (await read('gdpr-consents', cookie)).json()).toEqual(consents())
  })

  it('that change are kept with the words that were shown, each with a line in the audit log', async () => {
    const cookie = await visitor()
    const saved = await save(cookie, { marketing: true }, { type: 'marketing' })
    expect(await saved.json()).toEqual(consents({ marketing: true }))
    expect(rows()).toMatchObject({
      changes: [
        {
          kind: 'marketing',
          given: 1,
          text_version: consentVersion,
          wording: consentWording('marketing'),
          at: TODAY,
        },
      ],
      audit: [{ action: 'Consent Update' }],
    })
    site.time.now += 1000
    await save(cookie, { thirdParty: true })
    expect(await (await read('gdpr-consents', cookie)).json()).toEqual(
      consents({ thirdParty: true }),
    )
    const log = await (await read('gdpr-audit', cookie)).json()
    expect(log).toHaveLength(3)
    expect(log[0]).toEqual({
      id: expect.any(String),
      action: 'Consent Update',
      details: expect.stringMatching(/^Privacy settings updated: thirdParty given, text of /),
      timestamp: new Date(TODAY + 1000).toISOString(),
    })
  })

  it('that do not change leave no line, and the essential one cannot be switched off', async () => {
    const cookie = await visitor()
    const saved = await save(cookie, { essentialData: false })
    expect(await saved.json()).toEqual(consents())
    expect(rows()).toEqual({ changes: [], audit: [] })
  })

  it('under words that we never showed are not taken', async () => {
    const cookie = await visitor()
    const refused = await save(cookie, { marketing: true }, { textVersion: '1999-01-01' })
    expect([refused.status, (await refused.json()).error]).toEqual([
      400,
      'Failed to update consent settings',
    ])
    expect(rows().changes).toEqual([])
  })
})

describe('the audit log', () => {
  it('takes no row from a browser', async () => {
    const cookie = await visitor()
    const entry = { action: 'Consent Update', details: 'Privacy settings updated' }
    const noted = await site.call('gdpr-audit', { userId: 'default-user', ...entry }, cookie)
    expect(noted.status).toBe(200)
    expect(rows().audit).toEqual([])
  })

  it('can be added to, and not changed or shortened by anyone', async () => {
    await save(await visitor(), { marketing: true })
    const change = query.updateTable('audit_log').set({ details: '' })
    const shorten = query.deleteFrom('audit_log')
    for (const statement of [change, shorten])
      await expect(site.db.write((tx) => tx.run(statement))).rejects.toThrow('only added to')
    expect(rows().audit).toHaveLength(1)
  })
})

describe('somebody else’s', () => {
  it('consents, log and data are not for a visitor; the owner may see them', async () => {
    const cookie = await visitor()
    await save(cookie, { marketing: true })
    const [{ id = '' } = {}] = site.db.read.all(query.selectFrom('user').select('id'))
    const other = await visitor({ ...person, email: 'otto@example.com' })
    for (const name of ['gdpr-consents', 'gdpr-audit']) {
      expect((await read(name, other, id)).status).toBe(403)
      expect((await read(name, other, 'unknown')).status).toBe(403)
    }
    const body = { userId: id, consents: consents(), format: 'json' }
    for (const name of ['gdpr-consents', 'gdpr-audit', 'gdpr-export'])
      expect((await site.call(name, body, other)).status).toBe(403)
    const owner = await site.owner()
    expect(await (await read('gdpr-consents', owner, id)).json()).toMatchObject({ marketing: true })
    expect((await read('gdpr-consents', owner, 'unknown')).status).toBe(404)
    expect(await (await read('gdpr-consents', owner)).json()).toEqual(consents())
  })
})

describe('the export of one’s own data', () => {
  it('holds what was sent from the same mailbox, and is itself noted', async () => {
    const cookie = await visitor()
    await site.post(bookingFields())
    await site.post(bookingFields({ email: 'otto@example.com', start: '2026-11-24T12:00:00Z' }))
    const file = await site.call('gdpr-export', { userId: 'default-user', format: 'json' }, cookie)
    expect(file.headers.get('content-disposition')).toBe(
      'attachment; filename=user-data-export.json',
    )
    const data = await file.json()
    expect(data.bookings).toHaveLength(1)
    expect(data.accounts).toMatchObject([{ email: person.email }])
    expect(rows().audit).toMatchObject([{ action: 'Data Export' }])
    const csv = await site.call('gdpr-export', { userId: 'default-user', format: 'csv' }, cookie)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await csv.text()).toContain('"bookings",1,"email","elisabeth@example.com"')
  })

  it('of an address that was never confirmed holds nothing that others sent from it', async () => {
    const cookie = await visitor()
    await site.post(bookingFields())
    await site.db.write((tx) => tx.run(query.updateTable('user').set({ email_verified: 0 })))
    const file = await site.call('gdpr-export', { userId: 'default-user', format: 'json' }, cookie)
    if (file.status === 200) expect((await file.json()).bookings).toEqual([])
    else expect(file.status).toBe(401)
  })

  it('in a format that we do not know fails in the specified words', async () => {
    const file = await site.call(
      'gdpr-export',
      { userId: 'default-user', format: 'pdf' },
      await visitor(),
    )
    expect([file.status, (await file.json()).error]).toEqual([400, 'Failed to export data'])
  })
})
