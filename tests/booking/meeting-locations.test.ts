import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findAllFailingJobs } from '#server/jobs/store.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { BookingLocation } from '#shared/booking/meeting-location-api.ts'
import { parse } from '#shared/lib/result.ts'
import { DailyDouble } from '#tests/support/booking/daily-double.ts'
import { readDashboard } from '#tests/support/desk/dashboard.ts'
import { parseMail } from '#tests/support/mail/mail-parser.ts'
import { SmtpDouble } from '#tests/support/mail/smtp-double.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

const LINK = 'https://meet.example.com/anna?pwd=a&b'
const MINUTE = 60_000

const smtp = new SmtpDouble()
const daily = new DailyDouble()
let site: Site
let owner: string

beforeEach(async () => {
  smtp.received.length = 0
  daily.faults.length = 0
  daily.rooms.clear()
  daily.calls.length = 0
  await smtp.start()
  await daily.start()
  await openSite()
})

afterEach(async () => {
  await site.close()
  await smtp.stop()
  await daily.stop()
})

async function openSite(env: Record<string, string> = {}) {
  site = await startSite({ SMTP_URL: smtp.url, MAIL_FROM: 'hello@lysning.example', ...env })
  owner = await site.signInOwner()
}

/** Restarts the site with a video provider. */
async function openSiteWithRooms() {
  await site.close()
  await openSite({ DAILY_API_KEY: daily.apiKey, DAILY_API_BASE: daily.base })
}

async function book(over: Record<string, string> = {}): Promise<{ id: string; sig: string }> {
  const body = await (await site.post(buildBookingFields(over))).json()
  const sig = new URL(body.manageUrl, site.url).searchParams.get('sig') ?? ''
  await site.drain()
  return { id: body.bookingId, sig }
}

const fetchBookings = async (): Promise<DeskBooking[]> =>
  (await site.get('/functions/get-bookings', owner)).json()

async function fetchBooking(id: string): Promise<DeskBooking> {
  const found = (await fetchBookings()).find((booking) => booking.id === id)
  if (!found) throw new Error(`No booking ${id}`)
  return found
}

const fetchBookingTasks = async () =>
  (await readDashboard(site)).tasks.map(({ booking, reason }) => ({
    id: booking.id,
    version: booking.version,
    reason,
  }))

const setServiceLocation = (location: object, serviceType = 'initial-consultation') =>
  site.call('set-service-location', { serviceType, location }, owner)

const setBookingLocation = async (id: string, location: object, expectedVersion?: string) =>
  site.call(
    'set-meeting-location',
    { id, expectedVersion: expectedVersion ?? (await fetchBooking(id)).version, location },
    owner,
  )

const listGuestMails = () =>
  smtp.received
    .map(({ raw }) => parseMail(raw))
    .filter((mail) => /elisabeth@/.test(mail.headers.get('to') ?? ''))

const readSequence = async (id: string) =>
  (
    await site.db.read
      .selectFrom('booking')
      .select('sequence')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.sequence

describe('A site without a video provider', () => {
  it('shows the owner which bookings still need a link, and lets the owner set it there once', async () => {
    const { id, sig } = await book()
    expect(listGuestMails()[0]?.text).toContain('I will send the link in a separate email.')
    const [task] = await fetchBookingTasks()
    expect(task).toMatchObject({ id, reason: 'link', version: (await fetchBooking(id)).version })
    const given = await setBookingLocation(id, { kind: 'link', url: LINK }, task?.version)
    expect(given.status).toBe(200)
    expect(await given.json()).toMatchObject({ locationKind: 'link', meetingUrl: LINK })
    expect((await setBookingLocation(id, { kind: 'link', url: LINK }, task?.version)).status).toBe(
      409,
    )
    expect((await setBookingLocation(id, { kind: 'link', url: LINK })).status).toBe(422)
    await site.drain()
    expect(listGuestMails().map(({ headers }) => headers.get('subject'))).toEqual([
      expect.stringContaining('Confirmed'),
      expect.stringContaining('Your meeting link'),
    ])
    expect(listGuestMails()[1]?.text).toContain(LINK)
    expect(listGuestMails()[1]?.calendar).toContain('SEQUENCE:1')
    expect(await readSequence(id)).toBe(1)
    expect(await fetchBookingTasks()).toEqual([])
    const view = await (await site.get(`/functions/get-booking?id=${id}&sig=${sig}`)).json()
    expect(view).toMatchObject({ locationKind: 'link', meetingUrl: LINK })
    const page = await (await site.get(`/booking/received?id=${id}&sig=${sig}`)).text()
    expect(page).toContain('Online meeting: https://meet.example.com/anna?pwd=a&amp;b')
  })

  it('cannot promise a video room, for a service or for a booking', async () => {
    const { id } = await book()
    expect((await setServiceLocation({ kind: 'video_room' })).status).toBe(409)
    expect((await setBookingLocation(id, { kind: 'video_room' })).status).toBe(409)
  })

  it('does not list a booking as missing a link if its guest was promised none', async () => {
    await setServiceLocation({ kind: 'phone' })
    await book()
    expect(await fetchBookingTasks()).toEqual([])
    expect(listGuestMails()[0]?.text).toContain('I will call you on +47 41209877.')
  })
})

describe('The meeting location of a service', () => {
  it('is set by the owner, is shown to visitors without its link, and is stored with each booking', async () => {
    expect((await site.call('set-service-location', {}, undefined)).status).toBe(401)
    expect((await setServiceLocation({ kind: 'link', url: LINK })).status).toBe(200)
    const first = await book()
    await setServiceLocation({ kind: 'in_person', address: 'Storgata 1, Oslo' })
    const second = await book({ start: '2026-11-25T09:00:00Z' })
    expect(await fetchBooking(first.id)).toMatchObject({
      locationKind: 'link',
      meetingUrl: LINK,
      address: '',
    })
    expect(await fetchBooking(second.id)).toMatchObject({
      locationKind: 'in_person',
      meetingUrl: null,
      address: 'Storgata 1, Oslo',
    })
    const config = await (await site.get('/functions/get-config')).text()
    expect(JSON.parse(config).locationKinds).toMatchObject({ 'initial-consultation': 'in_person' })
    expect(config).not.toContain('Storgata')
  })

  it.each([
    'http://meet.example.com/a',
    'https://anna:secret@meet.example.com/a',
    'https://meet.example.com@evil.example/a',
    'javascript:alert(1)',
    'https://meet.example.com/a b',
    'https://meet.example.com/"><script>',
    'https://localhost/a',
    'https://meet.example.com\\@evil.example',
    `https://meet.example.com/${'a'.repeat(500)}`,
    '',
  ])('accepts only a plain https link, not %s', async (url) => {
    expect(parse(BookingLocation, { kind: 'link', url }, 'no').ok).toBe(false)
    const refused = await setServiceLocation({ kind: 'link', url })
    expect(refused.status).toBe(400)
    expect(Object.values((await refused.json()).fields)[0]).toMatch(/^Please/)
  })

  it('accepts an address only on one line, and not a blank one', () => {
    expect(parse(BookingLocation, { kind: 'in_person', address: 'a\r\nBcc: b' }, 'no').ok).toBe(
      false,
    )
    expect(parse(BookingLocation, { kind: 'in_person', address: ' ' }, 'no').ok).toBe(false)
  })
})

describe('A change of a booking’s meeting location', () => {
  it('raises the calendar sequence once and notifies the guest once, with calendar file and reminders', async () => {
    await setServiceLocation({ kind: 'link', url: LINK })
    const { id } = await book()
    expect((await setBookingLocation(id, { kind: 'phone' })).status).toBe(200)
    await site.drain()
    expect(await readSequence(id)).toBe(1)
    const [, mail, ...more] = listGuestMails()
    expect(more).toEqual([])
    expect(mail?.headers.get('subject')).toContain('Where we meet')
    expect(mail?.text).toContain('I will call you on +47 41209877.')
    expect(mail?.calendar).toContain('SEQUENCE:1')
    expect(mail?.calendar).not.toContain('meet.example.com')
    site.time.now = Date.parse('2026-11-24T08:00:00Z')
    await site.drain()
    const reminder = listGuestMails().at(-1)
    expect(reminder?.text).toContain('I will call you on +47 41209877.')
  })

  it('still announces an earlier move whose email was not sent yet', async () => {
    const { id } = await book()
    const move = {
      id,
      expectedVersion: (await fetchBooking(id)).version,
      start: '2026-11-26T09:00:00.000Z',
    }
    await site.call('reschedule-booking', move, owner)
    await setBookingLocation(id, { kind: 'phone' })
    await site.drain()
    const subjects = listGuestMails().map(({ headers }) => headers.get('subject') ?? '')
    expect(subjects.some((subject) => subject.startsWith('New time'))).toBe(true)
    expect(listGuestMails().at(-1)?.calendar).toContain('SEQUENCE:2')
  })

  it('sends the guest nothing before the booking is confirmed', async () => {
    const { id } = await book({ service_type: 'bespoke_planning' })
    expect((await setBookingLocation(id, { kind: 'phone' })).status).toBe(200)
    await site.drain()
    expect(await readSequence(id)).toBe(0)
    expect(listGuestMails()).toEqual([])
    expect((await fetchBooking(id)).locationKind).toBe('phone')
  })
})

describe('A site with a video provider', () => {
  beforeEach(openSiteWithRooms)

  it('deletes the room if the meeting moves elsewhere, and creates one if it moves back', async () => {
    const { id } = await book()
    expect(daily.rooms.size).toBe(1)
    await setBookingLocation(id, { kind: 'phone' })
    await site.drain()
    expect(daily.rooms.size).toBe(0)
    await setBookingLocation(id, { kind: 'video_room' })
    await site.drain()
    expect(daily.rooms.size).toBe(1)
    expect((await fetchBooking(id)).meetingUrl).toContain('daily.co')
    expect(listGuestMails().at(-1)?.text).toContain('daily.co')
    expect(await readSequence(id)).toBe(2)
  })

  it('requests no room for a booking that needs none', async () => {
    await setServiceLocation({ kind: 'phone' })
    const { id } = await book()
    await site.call(
      'cancel-booking-as-owner',
      { id, expectedVersion: (await fetchBooking(id)).version, refund: 0 },
      owner,
    )
    await site.drain()
    expect(daily.calls.filter(({ path }) => path.includes('/rooms'))).toEqual([])
    expect(await findAllFailingJobs(site.db.read)).toEqual([])
  })

  it('notifies the owner once, by email and on the dashboard, if a room cannot be created', async () => {
    for (let i = 0; i < 60; i++) daily.faults.push(500)
    const { id } = await book()
    expect(await fetchBookingTasks()).toEqual([])
    for (let minute = 0; minute < 30; minute++) {
      site.time.now += MINUTE
      await site.drain()
    }
    expect(await fetchBookingTasks()).toMatchObject([{ id, reason: 'room' }])
    const mails = smtp.received
      .map(({ raw }) => parseMail(raw))
      .filter(({ headers }) => headers.get('subject')?.startsWith('No video room'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`/admin/bookings/${id}`)
    await setBookingLocation(id, { kind: 'link', url: LINK })
    daily.faults.length = 0
    await site.drain()
    expect(listGuestMails().at(-1)?.text).toContain(LINK)
    expect(await fetchBookingTasks()).toEqual([])
    expect((await fetchBooking(id)).meetingUrl).toBe(LINK)
  })
})
