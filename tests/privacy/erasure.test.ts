import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBooking } from '#server/booking/store.ts'
import { takeBackup } from '#server/db/backup/backup.ts'
import { restoreBackup } from '#server/db/backup/restore.ts'
import { erasureClasses } from '#server/db/privacy/erasure.ts'
import { RECENT_SIGN_IN_MS } from '#server/http/function-routes.ts'
import { issueReceipt } from '#server/payment/receipts.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { getSeller } from '#shared/payment/seller.ts'
import { owner as account } from '#tests/support/account/owner-account.ts'
import {
  engine,
  findTraces,
  isInDatabaseFile,
  readStoredTables,
} from '#tests/support/db/database.ts'
import { buildPurchase } from '#tests/support/payment/buyer.ts'
import { buildDispute, buildIntent, buildRefund } from '#tests/support/payment/money-rows.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { rotatedKeys, testKeys } from '#tests/support/server/keys.ts'
import { getCookies, type Site, startSite, TODAY } from '#tests/support/server/site.ts'

const DAY = 86_400_000
const EMAIL = 'elisabeth@example.com'
const PERSON = [EMAIL, 'Sørbø', '41209877', 'light in February']

let site: Site
let owner: string
beforeEach(async () => {
  site = await startSite()
  owner = await site.signInOwner()
})
afterEach(() => site.close())

const callDesk = (name: string, body: object) => site.call(name, body, owner)
const findPersonalData = async () => (await callDesk('find-person', { email: EMAIL })).json()
const erasePerson = (email = EMAIL) => callDesk('erase-person', { email })

/** Makes a person's booking, message, newsletter consent and account, with all mails about them. */
async function createPerson() {
  const { bookingId } = await (await site.post(buildBookingFields())).json()
  await site.post({
    'form-name': 'contact',
    first_name: 'Elisabeth',
    last_name: 'Sørbø',
    email: 'Elisabeth@Example.com',
    message: 'About the light in February',
    newsletter: 'on',
  })
  const account = { email: EMAIL, name: 'Elisabeth Sørbø', password: 'blåbær-42' }
  await site.call('auth/sign-up', account)
  await site.db.write((tx) => tx.updateTable('user').set({ email_verified: 1 }).execute())
  const visitor = getCookies(await site.call('auth/sign-in', account))
  const consents = { preferences: true, marketing: true, thirdParty: false }
  await site.call('gdpr-consents', { userId: 'default-user', consents, type: 'marketing' }, visitor)
  await site.drain()
  return bookingId as string
}

/** Moves on until after the meeting, and signs the owner in again. */
async function passDays(days: number) {
  site.time.now += days * DAY
  owner = await site.signInOwner()
}

describe('The erasure rules per table', () => {
  it('cover every table of the database, and no other', async () => {
    const tables = Object.keys(await readStoredTables(site.dataDir)).filter(
      (name) => !/^sqlite_/.test(name),
    )
    expect(Object.keys(erasureClasses).sort()).toEqual(tables.sort())
  })
})

/** Makes a free booking one that was paid for. */
const paid = {
  amount: 400_000,
  payment: 'paid',
  purchase: JSON.stringify(buildPurchase()),
  demo: 0,
} as const

describe('A person', () => {
  it('is found by email, however it is written, with all data stored about them', async () => {
    await createPerson()
    const found = await (await callDesk('find-person', { email: ' ELISABETH@example.com ' })).json()
    expect(found).toMatchObject({ bookings: 1, submissions: 2, newsletterConsents: 1, accounts: 1 })
    expect(found.mails).toBeGreaterThan(3)
    const { bookings, ...others } = found.oldestAt
    expect(bookings).toBe('2026-11-21T12:00:00.000Z')
    expect(Object.keys(others).sort()).toEqual([
      'accounts',
      'mails',
      'newsletterConsents',
      'submissions',
    ])
    for (const moment of Object.values(others)) expect(moment).toMatch(/^2026-\d\d-\d\dT.*Z$/)
    expect(
      await (await callDesk('find-person', { email: 'nobody@example.com' })).json(),
    ).toMatchObject({
      bookings: 0,
      submissions: 0,
      mails: 0,
      accounts: 0,
    })
  })

  it('who is erased has no trace in any table or file, and no other person loses data', async () => {
    const id = await createPerson()
    const answeredFor = async () =>
      (await site.db.read.selectFrom('answer').select('body').execute())
        .map(({ body }) => JSON.parse(body).bookingId as string)
        .filter(Boolean)
    const other = { email: 'otto@example.com', last_name: 'Berg', phone: '+47 99999999' }
    const start = '2026-11-24T12:00:00Z'
    const otherBooking = await (
      await site.post(buildBookingFields({ ...other, message: 'Hei', start }))
    ).json()
    await site.drain()
    expect((await findTraces(site.dataDir, ...PERSON)).length).toBeGreaterThan(8)
    expect((await answeredFor()).sort()).toEqual([id, otherBooking.bookingId].sort())
    const ofOther = await findTraces(site.dataDir, 'otto@example.com')
    await passDays(7)
    const answer = await erasePerson()
    expect([answer.status, await answer.json()]).toMatchObject([200, { bookings: 1, retained: [] }])
    await site.drain()
    expect(await findTraces(site.dataDir, ...PERSON)).toEqual([])
    // Stored answers to repeats contain booking ids; those of the erased person are deleted.
    expect(await answeredFor()).toEqual([otherBooking.bookingId])
    expect(await findTraces(site.dataDir, 'otto@example.com')).toEqual(ofOther)
    expect(await findBooking(site.db.read, otherBooking.bookingId)).toMatchObject({
      last_name: 'Berg',
    })
    expect(await isInDatabaseFile(site.dataDir, 'light in February')).toBe(false)
    expect(await findPersonalData()).toMatchObject({
      bookings: 0,
      submissions: 0,
      mails: 0,
      accounts: 0,
    })
  })

  it('who paid is erased except for a nameless booking and the receipt, which is reported with its retention date', async () => {
    const id = await createPerson()
    await site.db.write(async (tx) => {
      await tx.updateTable('booking').set(paid).execute()
      const booking = await findBooking(tx, id)
      if (booking) await issueReceipt(tx, { booking, seller: getSeller() }, TODAY)
    })
    await passDays(7)
    const { retained } = await (await erasePerson()).json()
    const issuedAt = expect.stringMatching(/^2026-11-/)
    expect(retained).toEqual([
      { receipt: expect.stringMatching(/^\d+$/), issuedAt, until: '2032-01-01' },
    ])
    await site.drain()
    expect(await findTraces(site.dataDir, ...PERSON)).toEqual(['receipt'])
    expect(await findBooking(site.db.read, id)).toMatchObject({
      first_name: 'Erased',
      last_name: '',
      email: '',
      phone: '',
      message: '',
      purchase: null,
      amount: 400_000,
      starts_at: Date.parse('2026-11-24T09:00:00Z'),
    })
  })

  it('who paid in the last hour of the year in London time counts in the next accounting year', async () => {
    const id = await createPerson()
    await site.db.write(async (tx) => {
      await tx.updateTable('booking').set(paid).execute()
      const booking = await findBooking(tx, id)
      if (booking)
        await issueReceipt(tx, { booking, seller: getSeller() }, Date.parse('2026-12-31T23:30:00Z'))
    })
    await passDays(60)
    const { retained } = await (await erasePerson()).json()
    expect(retained).toMatchObject([{ until: '2033-01-01' }])
  })

  it('who paid more than five accounting years ago is erased completely', async () => {
    const id = await createPerson()
    await site.db.write(async (tx) => {
      await tx.updateTable('booking').set(paid).execute()
      const booking = await findBooking(tx, id)
      if (booking) await issueReceipt(tx, { booking, seller: getSeller() }, TODAY)
    })
    site.time.now = Date.parse('2032-01-01T00:00:00Z')
    owner = await site.signInOwner()
    expect((await (await erasePerson()).json()).retained).toEqual([])
    await site.drain()
    expect(await findTraces(site.dataDir, ...PERSON)).toEqual([])
  })

  it('is not erased while a booking is upcoming or money is pending, or if they are the owner', async () => {
    const id = await createPerson()
    expect(await findPersonalData()).toMatchObject({ obstacle: 'coming' })
    const coming = await erasePerson()
    expect([coming.status, (await coming.json()).code]).toEqual([409, 'coming'])
    await site.db.write(async (tx) => {
      await tx
        .insertInto('payment_intent')
        .values(buildIntent({ booking_id: id }))
        .execute()
      await tx
        .insertInto('refund')
        .values(buildRefund({ booking_id: id }))
        .execute()
    })
    await passDays(7)
    expect((await (await erasePerson()).json()).code).toBe('money')
    await site.db.write(async (tx) => {
      await tx.updateTable('refund').set({ state: 'done' }).execute()
      await tx
        .insertInto('dispute')
        .values(buildDispute({ booking_id: id }))
        .execute()
    })
    expect((await (await erasePerson()).json()).code).toBe('money')
    for (const address of [account.email, getBusiness().email ?? '']) {
      const own = await erasePerson(address)
      expect([own.status, (await own.json()).code]).toEqual([409, 'owner'])
    }
    expect(await findTraces(site.dataDir, EMAIL)).toContain('booking')
  })

  it('is exported completely in both formats, without internal fields', async () => {
    await createPerson()
    await site.db.write((tx) =>
      tx
        .updateTable('booking')
        .set({ ...paid, paid_at: TODAY })
        .execute(),
    )
    const json = await callDesk('export-person', { email: EMAIL, format: 'json' })
    expect(json.headers.get('content-disposition')).toBe(
      'attachment; filename=user-data-export.json',
    )
    const data = await json.json()
    expect(data).toMatchObject({
      email: EMAIL,
      bookings: [
        {
          last_name: 'Sørbø',
          created_at: '2026-11-21T12:00:00.000Z',
          purchase: buildPurchase(),
          paid_at: '2026-11-21T12:00:00.000Z',
        },
      ],
      submissions: [{ form_type: 'booking' }, { data: { message: 'About the light in February' } }],
      newsletter_consents: [{ wording: expect.stringContaining('seasonal letter') }],
      accounts: [{ email: EMAIL }],
      consent_changes: [{ kind: 'preferences' }, { kind: 'marketing', given: 1 }],
    })
    const csv = await callDesk('export-person', { email: EMAIL, format: 'csv' })
    expect(csv.headers.get('content-disposition')).toContain('user-data-export.csv')
    const table = await csv.text()
    expect(table).toContain('"bookings",1,"last_name","Sørbø"\r\n')
    expect(table).toContain('"phone","+47 41209877"')
    for (const text of [JSON.stringify(data), table])
      expect(text).not.toMatch(/"(browser|holder|password|client_secret|token)"/)
  })

  it('is found, exported and erased only shortly after the owner signed in', async () => {
    site.time.now += RECENT_SIGN_IN_MS + 1
    for (const [name, more] of [
      ['find-person', {}],
      ['export-person', { format: 'json' }],
      ['erase-person', {}],
    ] as const) {
      const response = await callDesk(name, { email: EMAIL, ...more })
      expect([response.status, (await response.json()).code]).toEqual([403, 'not_fresh'])
    }
  })
})

// `tests/postgres/backup.test.ts` restores a backup of PostgreSQL.
describe.skipIf(engine === 'postgres')('A restored backup', () => {
  it('erases again everyone who was erased since it was made, and has a new epoch', async () => {
    await createPerson()
    const folder = path.join(site.dataDir, 'backups')
    const { dataDir } = site
    const { folder: backup } = await takeBackup({ dataDir, folder, now: TODAY })
    await passDays(7)
    expect((await erasePerson()).status).toBe(200)
    await site.drain()
    expect((await findTraces(backup, EMAIL)).length).toBeGreaterThan(5)
    const restored = path.join(dataDir, 'site')
    fs.mkdirSync(restored)
    fs.copyFileSync(path.join(dataDir, 'lysning.sqlite'), path.join(restored, 'lysning.sqlite'))
    fs.copyFileSync(
      path.join(dataDir, 'lysning.sqlite-wal'),
      path.join(restored, 'lysning.sqlite-wal'),
    )
    const order = { dataDir: restored, backup, keys: testKeys, now: site.time.now }
    expect(await restoreBackup(order)).toMatchObject({ reappliedErasures: 1 })
    expect(await findTraces(restored, ...PERSON)).toEqual([])
    const { mark } = await readStoredTables(restored)
    expect(mark).not.toEqual((await readStoredTables(backup)).mark)
    // The erasure log survives the restore, so a second restore erases again, too.
    const again = { ...order, now: site.time.now + 1 }
    expect(await restoreBackup(again)).toMatchObject({ reappliedErasures: 1 })
    expect((await readStoredTables(restored)).erasure).toHaveLength(1)
  })

  it('reports no number of people erased again if the keys to recognise them are missing', async () => {
    await createPerson()
    const folder = path.join(site.dataDir, 'backups')
    const { dataDir } = site
    const { folder: backup } = await takeBackup({ dataDir, folder, now: TODAY })
    await passDays(7)
    expect((await erasePerson()).status).toBe(200)
    const restored = path.join(dataDir, 'site')
    fs.mkdirSync(restored)
    for (const file of ['lysning.sqlite', 'lysning.sqlite-wal'])
      fs.copyFileSync(path.join(dataDir, file), path.join(restored, file))
    const order = { dataDir: restored, backup, keys: undefined, now: site.time.now }
    expect((await restoreBackup(order)).reappliedErasures).toBeUndefined()
  })

  it('recognises erased people even after a newer key has been added', async () => {
    await createPerson()
    const folder = path.join(site.dataDir, 'backups')
    const { dataDir } = site
    const { folder: backup } = await takeBackup({ dataDir, folder, now: TODAY })
    await passDays(7)
    expect((await erasePerson()).status).toBe(200)
    const restored = path.join(dataDir, 'site')
    fs.mkdirSync(restored)
    for (const file of ['lysning.sqlite', 'lysning.sqlite-wal'])
      fs.copyFileSync(path.join(dataDir, file), path.join(restored, file))
    const order = { dataDir: restored, backup, keys: rotatedKeys, now: site.time.now }
    expect(await restoreBackup(order)).toMatchObject({ reappliedErasures: 1 })
  })

  it('reports no number of people erased again if the replaced database cannot be read', async () => {
    const folder = path.join(site.dataDir, 'backups')
    const { dataDir } = site
    const { folder: backup } = await takeBackup({ dataDir, folder, now: TODAY })
    const broken = path.join(dataDir, 'broken')
    fs.mkdirSync(broken)
    fs.writeFileSync(path.join(broken, 'lysning.sqlite'), 'no database at all'.repeat(100))
    const restored = await restoreBackup({ dataDir: broken, backup, keys: testKeys, now: TODAY })
    expect(restored.reappliedErasures).toBeUndefined()
  })
})
