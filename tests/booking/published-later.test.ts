import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markDemoDatabase } from '#server/db/metadata.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import { dinner, laterDinners, publishServices } from '#tests/support/booking/published-services.ts'
import { type ParsedMail, parseMail } from '#tests/support/mail/mail-parser.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import {
  findRecord,
  getCookies,
  pullReadOnly,
  type Site,
  startSite,
} from '#tests/support/server/site.ts'

const MINUTE = 60_000

let site: Site
let owner: string

beforeEach(async () => {
  publishServices(dinner)
  site = await startSite()
  await site.db.write((tx) => markDemoDatabase(tx, site.time.now))
  owner = await site.signInOwner()
})

afterEach(async () => {
  await site.close()
  setSiteContent(untouchedSite)
})

interface Guest {
  id: string
  cookie: string
  sig: string
}

/** Holds a dinner on Tuesday 24 November 2026, 10:30 to 12:00 in Oslo. */
async function holdDinner(): Promise<Guest> {
  const time = { start: '2026-11-24T09:30:00.000Z', time: '10:30' }
  const posted = await site.post(
    buildBookingFields({ service_type: 'private_dinner', destinations: '', ...time }),
  )
  expect(posted.status).toBe(201)
  const { bookingId: id, manageUrl } = await posted.json()
  const sig = new URL(manageUrl, site.url).searchParams.get('sig') ?? ''
  return { id, sig, cookie: getCookies(posted) }
}

async function pay({ id, cookie }: Guest): Promise<void> {
  const price = { serviceType: 'private-dinner', amount: 250_000, currency: 'nok' }
  const begun = await site.call('create-payment-intent', { ...price, bookingId: id }, cookie)
  expect(begun.status).toBe(200)
  const { clientSecret } = await begun.json()
  const payment = { bookingId: id, clientSecret, outcome: 'succeed' }
  expect((await site.call('confirm-demo-payment', payment, cookie)).status).toBe(200)
  await site.drain()
}

async function bookDinner(): Promise<Guest> {
  const guest = await holdDinner()
  await pay(guest)
  return guest
}

async function read(address: string, cookie?: string): Promise<string> {
  const answer = await site.get(address, cookie)
  expect([address, answer.status]).toEqual([address, 200])
  return answer.text()
}

async function readJson(name: string, query: Record<string, string> = {}, cookie?: string) {
  return JSON.parse(await read(`/functions/${name}?${new URLSearchParams(query)}`, cookie))
}

async function command(name: string, id: string, input: object = {}) {
  const { version: expectedVersion } = (await readJson('get-bookings', {}, owner)).find(
    (booking: { id: string }) => booking.id === id,
  )
  const answer = await site.call(name, { id, expectedVersion, ...input }, owner)
  expect([name, answer.status]).toEqual([name, 200])
  return answer.json()
}

function listMails(): ParsedMail[] {
  const folder = path.join(site.dataDir, 'mail')
  return fs
    .readdirSync(folder)
    .sort()
    .map((name) => parseMail(fs.readFileSync(path.join(folder, name), 'latin1')))
}

const subjects = () => listMails().map(({ headers }) => headers.get('subject') ?? '')

const LATER_NAMES = /Supper|private-dinner|45 minutes/

describe.each(laterDinners)('A booking whose service later %s', (_what, publish) => {
  it('is held, paid and receipted at its own price', async () => {
    const guest = await holdDinner()
    publish()
    await pay(guest)
    expect(await readJson('get-booking', { id: guest.id, sig: guest.sig })).toMatchObject({
      status: 'confirmed',
      amount: 250_000,
      purchase: { vat: { rate: 12, reason: 'home' } },
      service: { title: 'Private Dinner', durationMinutes: 90, feeLabel: 'Table fee' },
    })
    const receipt = await read('/functions/open-receipt?id=demo:1', owner)
    expect(receipt).toContain('Private Dinner, 90 minutes')
    expect(receipt).toContain('NOK\u00a02,500')
    expect(receipt).not.toMatch(LATER_NAMES)
  })

  it('keeps its name and length in every mail, on the page after it, and in calendars', async () => {
    const guest = await holdDinner()
    publish()
    await pay(guest)
    await command('set-meeting-location', guest.id, { location: { kind: 'phone' } })
    await command('reschedule-booking', guest.id, { start: '2026-11-26T09:00:00.000Z' })
    await command('resend-confirmation', guest.id)
    await site.drain()
    site.time.now = Date.parse('2026-11-25T09:00:30.000Z')
    await site.drain()
    const received = await read(`/booking/received?id=${guest.id}&sig=${guest.sig}`)
    const file = await read(`/functions/booking-calendar?id=${guest.id}&sig=${guest.sig}`)
    const { url } = await (await site.call('renew-bookings-feed', {}, owner)).json()
    const feed = await read(new URL(url).pathname + new URL(url).search)
    for (const text of [received, file, feed]) {
      expect(text).toContain('Private Dinner')
      expect(text).not.toMatch(LATER_NAMES)
    }
    expect(file).toContain('DTEND:20261126T103000Z')
    await command('cancel-booking-as-owner', guest.id, { refund: 250_000 })
    await site.drain()
    for (const mail of listMails()) {
      expect(mail.headers.get('subject')).toContain('Private Dinner')
      const written = mail.text.replaceAll(/https?:\S+/g, '') + (mail.calendar ?? '')
      expect(written).toContain('Private Dinner')
      expect(written).not.toMatch(LATER_NAMES)
    }
    expect(subjects().map((subject) => subject.split(/[:,]/)[0])).toEqual(
      expect.arrayContaining(['Confirmed', 'Receipt DEMO-1', 'Credit note DEMO-2', 'Cancelled']),
    )
  })

  it('is moved by its guest and by the owner for as long as it was booked', async () => {
    const guest = await bookDinner()
    publish()
    const dates = { from: '2026-11-25', to: '2026-11-25' }
    const question = { service: 'private-dinner', booking: guest.id, ...dates }
    const { slots } = await readJson('get-availability', question)
    const start = slots.at(-1)
    const moved = await site.call('move-booking', {
      id: guest.id,
      sig: guest.sig,
      start,
      asksEarlyStart: true,
    })
    expect(moved.status).toBe(200)
    expect(await moved.json()).toMatchObject({
      start,
      end: new Date(Date.parse(start) + 90 * MINUTE).toISOString(),
    })
    const day = await readJson('get-move-day', { id: guest.id, date: '2026-11-26' }, owner)
    const [first] = day.freeStarts
    expect(await command('reschedule-booking', guest.id, { start: first })).toMatchObject({
      start: first,
      end: new Date(Date.parse(first) + 90 * MINUTE).toISOString(),
    })
    const { occupied_until, ends_at } = await site.db.read
      .selectFrom('booking')
      .select(['occupied_until', 'ends_at'])
      .executeTakeFirstOrThrow()
    expect(occupied_until).toBeGreaterThanOrEqual(ends_at)
    const cells = await site.db.read.selectFrom('occupied_cell').select('cell').execute()
    expect(cells.length).toBe((occupied_until - Date.parse(first)) / (5 * MINUTE))
  })

  it('is offered other times of its own length, which its guest can choose', async () => {
    const guest = await bookDinner()
    publish()
    const starts = ['2026-11-26T09:00:00.000Z', '2026-11-26T12:00:00.000Z']
    await command('offer-times', guest.id, { starts })
    const view = await readJson('get-booking', { id: guest.id, sig: guest.sig })
    expect(view.offers).toEqual(starts)
    const move = { id: guest.id, sig: guest.sig, start: starts[1], asksEarlyStart: true }
    const moved = await site.call('move-booking', move)
    expect(await moved.json()).toMatchObject({
      status: 'confirmed',
      end: '2026-11-26T13:30:00.000Z',
    })
  })

  it('is cancelled by its guest under its own rule', async () => {
    const guest = await bookDinner()
    publish()
    const cancelled = await site.call('cancel-booking', { id: guest.id, sig: guest.sig })
    expect(await cancelled.json()).toMatchObject({ status: 'cancelled', refunded: 250_000 })
  })

  it('has its own name on the desk, in sales, in forms, and in all that devices and files get', async () => {
    const guest = await bookDinner()
    publish()
    const [onDesk] = await readJson('get-bookings', {}, owner)
    expect(onDesk).toMatchObject({ serviceTitle: 'Private Dinner', durationMinutes: 90 })
    const sales = await readJson('get-sales', {}, owner)
    expect(sales.services).toMatchObject([{ serviceTitle: 'Private Dinner', received: 250_000 }])
    expect(sales.recentSales).toMatchObject([{ service: 'Private Dinner' }])
    const { changes } = await pullReadOnly(site, owner)
    expect(findRecord(changes, 'booking', guest.id)).toMatchObject({
      serviceTitle: 'Private Dinner',
      durationMinutes: 90,
    })
    expect(findRecord(changes, 'receipt', 'demo:1')).toMatchObject({
      serviceTitle: 'Private Dinner',
    })
    expect(changes.find(({ coll }) => coll === 'submission')?.data).toMatchObject({
      data: { service_type: 'private_dinner', service_title: 'Private Dinner' },
    })
    const csv = await (await site.call('export-sales', {}, owner)).text()
    expect(csv).toContain('"Private Dinner"')
    const forms = await (await site.call('export-forms', { formName: 'booking' }, owner)).text()
    expect(forms).toContain('Private Dinner')
    const person = { email: 'elisabeth@example.com', format: 'json' }
    const copy = await (await site.call('export-person', person, owner)).json()
    expect(copy.bookings).toMatchObject([{ service: { title: 'Private Dinner' } }])
  })
})

it('A guest whose service is gone is sent to the list of services, not to a page that is gone', async () => {
  const guest = await bookDinner()
  const before = listMails().length
  publishServices()
  await site.call('cancel-booking', { id: guest.id, sig: guest.sig })
  await site.drain()
  const later = listMails().slice(before)
  expect(later.some(({ text }) => text.includes('/services'))).toBe(true)
  for (const { text } of later) expect(text).not.toContain('/service/private-dinner')
})

it('A booking follows the cancellation rule of its own time, not that of today', async () => {
  const guest = await bookDinner()
  const { service } = await site.db.read
    .selectFrom('booking')
    .select('service')
    .executeTakeFirstOrThrow()
  const before = JSON.stringify({ ...JSON.parse(service), cancellationHours: 48 })
  await site.db.write((tx) => tx.updateTable('booking').set({ service: before }).execute())
  site.time.now = Date.parse('2026-11-22T10:00:00Z')
  const refused = await site.call('cancel-booking', { id: guest.id, sig: guest.sig })
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'too_late', error: 'Changes are possible until 48 hours before. Please write to me.' },
  ])
})
