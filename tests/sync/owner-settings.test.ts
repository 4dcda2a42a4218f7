import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toNewsletterReader } from '#shared/contact/api.ts'
import { type AuditEntry, MAX_AUDIT_ENTRIES } from '#shared/privacy/api.ts'
import type { ReadOnlyChange, ReadOnlyRecords } from '#shared/sync/read-only-collections.ts'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import {
  findRecord,
  getCookies,
  pullReadOnly,
  type Site,
  startSite,
  TODAY,
} from '#tests/support/server/site.ts'

const DAY = 86_400_000

let site: Site
let owner: string
beforeEach(async () => {
  site = await startSite()
  owner = await site.signInOwner()
})
afterEach(() => site.close())

const ask = async (name: string) => (await site.get(`/functions/${name}`, owner)).json()
const listOf = (changes: readonly ReadOnlyChange[], coll: ReadOnlyChange['coll']) =>
  changes.filter((change) => change.coll === coll && change.data !== undefined)
const listAudit = (changes: readonly ReadOnlyChange[]) =>
  listOf(changes, 'audit-day').flatMap(({ data }) => data as AuditEntry[])

const consents = { essentialData: true, preferences: false, marketing: true, thirdParty: false }
const saveConsents = (cookie: string) =>
  site.call('gdpr-consents', { userId: 'default-user', consents, type: 'marketing' }, cookie)

async function signUpVisitor(): Promise<string> {
  const account = { email: 'ase@example.com', name: 'Åse', password: 'blåbær-42' }
  await site.call('auth/sign-up', account)
  await site.db.write((tx) => tx.updateTable('user').set({ email_verified: 1 }).execute())
  return getCookies(await site.call('auth/sign-in', account))
}

describe('With its first sync, a device has', () => {
  it('the meeting locations that the owner has set', async () => {
    const location = { kind: 'link', url: 'https://meet.example.com/anna' }
    const given = { serviceType: 'bespoke-planning', location }
    expect((await site.call('set-service-location', given, owner)).status).toBe(200)
    const { changes } = await pullReadOnly(site, owner)
    expect(findRecord(changes, 'setting', 'locations')).toEqual({
      locations: { 'bespoke-planning': location },
    })
  })

  it('the periods after which data is deleted', async () => {
    const retention = { submissionDays: 60, mailDays: 61, idempotencyKeyDays: 401, jobDays: 8 }
    expect((await site.call('update-retention', retention, owner)).status).toBe(200)
    const { changes } = await pullReadOnly(site, owner)
    expect(findRecord(changes, 'setting', 'retention')).toEqual({ retention })
  })

  it('the owner’s own consents, and no visitor’s', async () => {
    await saveConsents(owner)
    const { changes, at } = await pullReadOnly(site, owner)
    expect(findRecord(changes, 'setting', 'consents')).toEqual({ consents })
    await site.call(
      'gdpr-consents',
      { userId: 'default-user', consents: { ...consents, thirdParty: true } },
      await signUpVisitor(),
    )
    expect(listOf((await pullReadOnly(site, owner, at)).changes, 'setting')).toMatchObject([
      { id: 'consents', data: { consents } },
    ])
  })

  it('the readers of the newsletter as the server lists them, and each change', async () => {
    await site.post(buildContactFields({ newsletter: 'on' }))
    const first = await pullReadOnly(site, owner)
    const listReaders = (changes: readonly ReadOnlyChange[]) =>
      listOf(changes, 'newsletter-reader').map(({ id, data }) =>
        toNewsletterReader(id, data as ReadOnlyRecords['newsletter-reader']),
      )
    const readers = listReaders(first.changes)
    expect(readers).toEqual((await ask('get-newsletter')).readers)
    expect(readers).toMatchObject([{ state: 'unconfirmed' }])
    await site.call('unsubscribe-reader', { id: readers[0]?.id }, owner)
    const later = await pullReadOnly(site, owner, first.at)
    expect(listReaders(later.changes)).toMatchObject([{ state: 'unsubscribed' }])
  })

  it('the owner’s audit log as the server lists it, and no visitor’s', async () => {
    await site.call('export-sales', {}, owner)
    await saveConsents(await signUpVisitor())
    const { changes, at } = await pullReadOnly(site, owner)
    expect(listAudit(changes)).toEqual(await ask('gdpr-audit?userId=default-user'))
    expect(listAudit(changes)).toHaveLength(1)
    site.time.now += DAY
    owner = await site.signInOwner()
    await site.call('export-forms', { formName: 'contact' }, owner)
    const later = listOf((await pullReadOnly(site, owner, at)).changes, 'audit-day')
    expect(later).toMatchObject([{ id: String(Math.floor((TODAY + DAY) / DAY)) }])
  })
})

it('A device has no more of the audit log than is shown, however long the log is', async () => {
  const { id } = await site.db.read.selectFrom('user').select('id').executeTakeFirstOrThrow()
  await site.db.write(async (tx) => {
    for (let day = 0; day < MAX_AUDIT_ENTRIES + 20; day++)
      await sql`INSERT INTO audit_log (subject, action, details, at)
        VALUES (${id}, 'Data Export', ${`Day ${day}`}, ${day * DAY})`.execute(tx)
  })
  const entries = listAudit((await pullReadOnly(site, owner)).changes)
  expect(entries).toHaveLength(MAX_AUDIT_ENTRIES)
  expect(entries[0]?.details).toBe('Day 20')
})

it('The address of an erased reader of the newsletter leaves the devices', async () => {
  const fields = buildContactFields({ newsletter: 'on' })
  await site.post(fields)
  const { changes, at } = await pullReadOnly(site, owner)
  const [reader] = listOf(changes, 'newsletter-reader')
  expect((await site.call('erase-person', { email: fields.email }, owner)).status).toBe(200)
  const later = (await pullReadOnly(site, owner, at)).changes
  const erased = later.find(({ id }) => id === reader?.id)
  expect(erased).toMatchObject({ coll: 'newsletter-reader' })
  expect(erased?.data).toBeUndefined()
})
