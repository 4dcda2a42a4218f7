import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { troubledJobs } from '#server/jobs/store.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { GivenPlace } from '#shared/booking/desk-place-api.ts'
import type { Dashboard } from '#shared/desk/api.ts'
import { parse } from '#shared/lib/result.ts'
import { DailyDouble } from '#tests/support/daily-double.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { readMail } from '#tests/support/mime.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { SmtpDouble } from '#tests/support/smtp.ts'

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
  await open()
})

afterEach(async () => {
  await site.close()
  await smtp.stop()
  await daily.stop()
})

async function open(env: Record<string, string> = {}) {
  site = await startSite({ SMTP_URL: smtp.url, MAIL_FROM: 'hello@lysning.example', ...env })
  owner = await site.owner()
}

/** Restarts the site with a video provider. */
async function openWithRooms() {
  await site.close()
  await open({ DAILY_API_KEY: daily.apiKey, DAILY_API_BASE: daily.base })
}

async function book(over: Record<string, string> = {}): Promise<{ id: string; sig: string }> {
  const body = await (await site.post(bookingFields(over))).json()
  const sig = new URL(body.manageUrl, site.url).searchParams.get('sig') ?? ''
  await site.drain()
  return { id: body.bookingId, sig }
}

const bookings = async (): Promise<DeskBooking[]> =>
  (await site.get('/functions/get-bookings', owner)).json()

async function record(id: string): Promise<DeskBooking> {
  const found = (await bookings()).find((booking) => booking.id === id)
  if (!found) throw new Error(`No booking ${id}`)
  return found
}

const waiting = async (): Promise<Dashboard['waiting']['bookings']> =>
  (await (await site.get('/functions/get-dashboard', owner)).json()).waiting.bookings

const setPlace = (place: object, serviceType = 'initial-consultation') =>
  site.call('set-service-place', { serviceType, place }, owner)

const give = async (id: string, place: object, seen?: string) =>
  site.call('place-booking', { id, seen: seen ?? (await record(id)).version, place }, owner)

const toGuest = () =>
  smtp.received
    .map(({ raw }) => readMail(raw))
    .filter((mail) => /elisabeth@/.test(mail.headers.get('to') ?? ''))

const sequenceOf = (id: string) =>
  site.db.read.get(query.selectFrom('booking').select('sequence').where('id', '=', id))?.sequence

describe('without a video provider', () => {
  it('the owner is shown which bookings still need a link, and gives it there, once', async () => {
    const { id, sig } = await book()
    expect(toGuest()[0]?.text).toContain('We will send the link in a separate email.')
    const [asked] = await waiting()
    expect(asked).toMatchObject({ id, why: 'link', version: (await record(id)).version })
    const given = await give(id, { kind: 'link', url: LINK }, asked?.version)
    expect(given.status).toBe(200)
    expect(await given.json()).toMatchObject({ place: 'link', meetingUrl: LINK })
    expect((await give(id, { kind: 'link', url: LINK }, asked?.version)).status).toBe(409)
    expect((await give(id, { kind: 'link', url: LINK })).status).toBe(422)
    await site.drain()
    expect(toGuest().map(({ headers }) => headers.get('subject'))).toEqual([
      expect.stringContaining('Confirmed'),
      expect.stringContaining('Your meeting link'),
    ])
    expect(toGuest()[1]?.text).toContain(LINK)
    expect(toGuest()[1]?.calendar).toContain('SEQUENCE:1')
    expect(sequenceOf(id)).toBe(1)
    expect(await waiting()).toEqual([])
    const view = await (await site.get(`/functions/get-booking?id=${id}&sig=${sig}`)).json()
    expect(view).toMatchObject({ place: 'link', meetingUrl: LINK })
    const page = await (await site.get(`/booking/received?id=${id}&sig=${sig}`)).text()
    expect(page).toContain('Online meeting: https://meet.example.com/anna?pwd=a&amp;b')
  })

  it('no room can be promised, for a service or for a booking', async () => {
    const { id } = await book()
    expect((await setPlace({ kind: 'video_room' })).status).toBe(409)
    expect((await give(id, { kind: 'video_room' })).status).toBe(409)
  })

  it('a booking that was never told of a link is not asked for', async () => {
    await setPlace({ kind: 'phone' })
    await book()
    expect(await waiting()).toEqual([])
    expect(toGuest()[0]?.text).toContain('We will call you on +47 41209877.')
  })
})

describe('the place of a service', () => {
  it('is the owner’s to set, is told to visitors without its link, and is kept by each booking', async () => {
    expect((await site.call('set-service-place', {}, undefined)).status).toBe(401)
    expect((await setPlace({ kind: 'link', url: LINK })).status).toBe(200)
    const first = await book()
    await setPlace({ kind: 'in_person', address: 'Storgata 1, Oslo' })
    const second = await book({ start: '2026-11-25T09:00:00Z' })
    expect(await record(first.id)).toMatchObject({ place: 'link', meetingUrl: LINK, address: '' })
    expect(await record(second.id)).toMatchObject({
      place: 'in_person',
      meetingUrl: null,
      address: 'Storgata 1, Oslo',
    })
    const config = await (await site.get('/functions/get-config')).text()
    expect(JSON.parse(config).places).toMatchObject({ 'initial-consultation': 'in_person' })
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
  ])('takes only a plain https link: not %s', async (url) => {
    expect(parse(GivenPlace, { kind: 'link', url }, 'no').ok).toBe(false)
    const refused = await setPlace({ kind: 'link', url })
    expect(refused.status).toBe(400)
    expect(Object.values((await refused.json()).fields)[0]).toMatch(/^Please/)
  })

  it('takes an address on one line', () => {
    expect(parse(GivenPlace, { kind: 'in_person', address: 'a\r\nBcc: b' }, 'no').ok).toBe(false)
    expect(parse(GivenPlace, { kind: 'in_person', address: ' ' }, 'no').ok).toBe(false)
  })
})

describe('a booking held elsewhere', () => {
  it('raises the sequence once and tells the guest once, with the calendar file and reminders', async () => {
    await setPlace({ kind: 'link', url: LINK })
    const { id } = await book()
    expect((await give(id, { kind: 'phone' })).status).toBe(200)
    await site.drain()
    expect(sequenceOf(id)).toBe(1)
    const [, told, ...more] = toGuest()
    expect(more).toEqual([])
    expect(told?.headers.get('subject')).toContain('Where we meet')
    expect(told?.text).toContain('We will call you on +47 41209877.')
    expect(told?.calendar).toContain('SEQUENCE:1')
    expect(told?.calendar).not.toContain('meet.example.com')
    site.time.now = Date.parse('2026-11-24T08:00:00Z')
    await site.drain()
    const reminder = toGuest().at(-1)
    expect(reminder?.text).toContain('We will call you on +47 41209877.')
  })

  it('still tells of a move whose mail had not gone out', async () => {
    const { id } = await book()
    const move = { id, seen: (await record(id)).version, start: '2026-11-26T09:00:00.000Z' }
    await site.call('reschedule-booking', move, owner)
    await give(id, { kind: 'phone' })
    await site.drain()
    const subjects = toGuest().map(({ headers }) => headers.get('subject') ?? '')
    expect(subjects.some((subject) => subject.startsWith('New time'))).toBe(true)
    expect(toGuest().at(-1)?.calendar).toContain('SEQUENCE:2')
  })

  it('is told nothing of before it is confirmed', async () => {
    const { id } = await book({ service_type: 'bespoke_planning' })
    expect((await give(id, { kind: 'phone' })).status).toBe(200)
    await site.drain()
    expect(sequenceOf(id)).toBe(0)
    expect(toGuest()).toEqual([])
    expect((await record(id)).place).toBe('phone')
  })
})

describe('with a video provider', () => {
  beforeEach(openWithRooms)

  it('the room goes when the meeting is held elsewhere, and comes back under a new link', async () => {
    const { id } = await book()
    expect(daily.rooms.size).toBe(1)
    await give(id, { kind: 'phone' })
    await site.drain()
    expect(daily.rooms.size).toBe(0)
    await give(id, { kind: 'video_room' })
    await site.drain()
    expect(daily.rooms.size).toBe(1)
    expect((await record(id)).meetingUrl).toContain('daily.co')
    expect(toGuest().at(-1)?.text).toContain('daily.co')
    expect(sequenceOf(id)).toBe(2)
  })

  it('no room is asked for where none is wanted', async () => {
    await setPlace({ kind: 'phone' })
    const { id } = await book()
    await site.call('call-off-booking', { id, seen: (await record(id)).version, refund: 0 }, owner)
    await site.drain()
    expect(daily.calls.filter(({ path }) => path.includes('/rooms'))).toEqual([])
    expect(troubledJobs(site.db.read, 'room')).toEqual([])
  })

  it('a room that cannot be made is told to the owner, once, by mail and on the dashboard', async () => {
    for (let i = 0; i < 60; i++) daily.faults.push(500)
    const { id } = await book()
    expect(await waiting()).toEqual([])
    for (let minute = 0; minute < 30; minute++) {
      site.time.now += MINUTE
      await site.drain()
    }
    expect(await waiting()).toMatchObject([{ id, why: 'room' }])
    const told = smtp.received
      .map(({ raw }) => readMail(raw))
      .filter(({ headers }) => headers.get('subject')?.startsWith('No video room'))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain(`/admin/bookings/${id}`)
    await give(id, { kind: 'link', url: LINK })
    daily.faults.length = 0
    await site.drain()
    expect(toGuest().at(-1)?.text).toContain(LINK)
    expect(await waiting()).toEqual([])
    expect((await record(id)).meetingUrl).toBe(LINK)
  })
})
