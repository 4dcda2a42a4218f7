import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { cookieOf, type Site, startSite, TODAY } from '#tests/support/site.ts'

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const bookings = () => site.db.read.all(query.selectFrom('booking').selectAll())
const submissions = () => site.db.read.all(query.selectFrom('form_submissions').selectAll())

describe('a booking request', () => {
  it.each([
    ['without a date and a time', { date: '', time: '' }],
    ['without a date', { date: '' }],
    ['without a time', { time: '' }],
  ])('%s is told to select them, and takes nothing', async (_, missing) => {
    const { start: _none, ...rest } = bookingFields()
    const sent: Record<string, string> = { ...rest, ...missing }
    const absent = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''))
    for (const fields of [sent, absent]) {
      const response = await site.post(fields)
      expect(response.status).toBe(422)
      const { error, fields: told } = await response.json()
      expect(error).toBe('Please select a date and time for your booking.')
      for (const name of Object.keys(missing))
        expect(told[name]).toBe('Please select a date and time for your booking.')
    }
    expect([bookings(), submissions()]).toEqual([[], []])
  })

  it('without a time and with other faults says both, each at its field', async () => {
    const response = await site.post({
      ...bookingFields(),
      date: '',
      time: '',
      start: '',
      email: 'x',
    })
    expect(await response.json()).toMatchObject({
      code: 'fields',
      fields: {
        email: expect.any(String),
        date: 'Please select a date and time for your booking.',
        time: 'Please select a date and time for your booking.',
      },
    })
  })

  it('is confirmed, stored with its submission, and no longer offered', async () => {
    const response = await site.post(bookingFields())
    const body = await response.json()
    expect(response.status).toBe(201)
    expect(body).toMatchObject({
      status: 'confirmed',
      start: '2026-11-24T09:00:00.000Z',
      holdExpiresAt: null,
    })
    expect(bookings()).toMatchObject([
      {
        id: body.bookingId,
        status: 'confirmed',
        payment: 'none',
        first_name: 'Elisabeth',
        shown_time: '10:00',
      },
    ])
    const [submission] = submissions()
    expect(JSON.parse(submission?.data ?? '')).toMatchObject({
      last_name: 'Sørbø',
      submitted_at: '2026-11-21T12:00:00.000Z',
    })
    expect(submission?.data).not.toContain('bot-field')
    const day =
      '/functions/get-availability?service=initial-consultation&from=2026-11-24&to=2026-11-24'
    const { slots } = await (await site.get(day)).json()
    expect(slots).toHaveLength(15)
    expect(slots).not.toContain('2026-11-24T09:00:00.000Z')
  })

  it('blocks every other service at the times it overlaps, and no more', async () => {
    await site.post(bookingFields())
    const longer = (start: string) =>
      site.post(bookingFields({ service_type: 'business_consultancy', destinations: '', start }))
    expect((await longer('2026-11-24T08:30:00Z')).status).toBe(409)
    expect((await longer('2026-11-24T09:00:00Z')).status).toBe(409)
    expect((await longer('2026-11-24T08:00:00Z')).status).toBe(201)
    expect((await longer('2026-11-24T09:30:00Z')).status).toBe(201)
  })

  it('answers a repeat with its first answer and has one effect', async () => {
    const key = randomUUID()
    const first = await (await site.post(bookingFields(), { key })).json()
    const again = await site.post(bookingFields(), { key })
    expect(again.status).toBe(201)
    expect(await again.json()).toEqual(first)
    expect(bookings()).toHaveLength(1)
    expect(submissions()).toHaveLength(1)
  })

  it('answers a repeat of a refusal with the same refusal, even once the time is free again', async () => {
    const { bookingId, manageUrl } = await (await site.post(bookingFields())).json()
    const key = randomUUID()
    const refused = await (await site.post(bookingFields(), { key })).json()
    expect(refused.code).toBe('taken')
    const sig = new URL(manageUrl, site.url).searchParams.get('sig')
    await site.call('cancel-booking', { id: bookingId, sig })
    expect(await (await site.post(bookingFields(), { key })).json()).toEqual(refused)
  })

  it('refuses the same key with other content', async () => {
    const key = randomUUID()
    await site.post(bookingFields(), { key })
    const other = await site.post(bookingFields({ message: 'Something else' }), { key })
    expect(other.status).toBe(422)
    expect((await other.json()).code).toBe('key_reuse')
    expect(bookings()).toHaveLength(1)
  })

  it('gives one of fifty simultaneous visitors the slot and tells the others so', async () => {
    const posts = Array.from({ length: 50 }, () => site.post(bookingFields()))
    const statuses = (await Promise.all(posts)).map((response) => response.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    expect(bookings()).toHaveLength(1)
  })

  it('has one effect when one key arrives fifty times at once', async () => {
    const key = randomUUID()
    const posts = Array.from({ length: 50 }, () => site.post(bookingFields(), { key }))
    const bodies = await Promise.all((await Promise.all(posts)).map((response) => response.json()))
    expect(new Set(bodies.map((body) => body.bookingId)).size).toBe(1)
    expect(bookings()).toHaveLength(1)
  })

  it.each([
    ['past', 410, '2026-11-20T09:00:00Z'],
    ['notice', 409, '2026-11-22T09:00:00Z'],
    ['closed', 409, '2026-11-28T09:00:00Z'],
    ['closed', 409, '2026-11-24T09:10:00Z'],
    ['closed', 409, '2027-06-01T09:00:00Z'],
  ])('for a time that is %s is refused with %i', async (code, status, start) => {
    const response = await site.post(bookingFields({ start }))
    expect(response.status).toBe(status)
    expect((await response.json()).code).toBe(code)
    expect(bookings()).toHaveLength(0)
  })

  it('is judged by its instant, whatever date and time were shown', async () => {
    const response = await site.post(bookingFields({ date: '2026-11-28', time: '03:17' }))
    expect(response.status).toBe(201)
    expect(bookings()).toMatchObject([{ shown_date: '2026-11-28', shown_time: '03:17' }])
  })

  it('without an instant takes the wall time, unless it happens twice or never', async () => {
    const { start: _start, ...fields } = bookingFields()
    expect((await site.post(fields)).status).toBe(201)
    site.time.now = Date.parse('2027-10-01T12:00:00Z')
    for (const [date, time] of [
      ['2027-10-31', '02:30'],
      ['2028-03-26', '02:30'],
    ] as const) {
      const response = await site.post({ ...fields, date, time })
      expect(response.status).toBe(422)
      expect((await response.json()).code).toBe('time')
    }
  })

  it.each([
    ['first_name', ''],
    ['last_name', '   '],
    ['email', 'elisabeth'],
    ['phone', '+47 4120987'],
    ['phone', '+999 41209877'],
    ['timezone', 'Europe/Atlantis'],
    ['date', '2026-02-30'],
    ['date', '0000-01-01'],
    ['destinations', 'Norway,Atlantis'],
    ['message', 'x'.repeat(5001)],
    ['start', 'tomorrow'],
  ])('with a wrong %s is refused with a message at that field', async (field, value) => {
    const response = await site.post(bookingFields({ [field]: value }))
    const body = await response.json()
    expect(response.status).toBe(422)
    expect(body.code).toBe('fields')
    expect(Object.keys(body.fields)).toEqual([field])
    expect(bookings()).toHaveLength(0)
  })

  it('hears of an absent field in words for people', async () => {
    const { timezone: _zone, ...fields } = bookingFields()
    const body = await (await site.post(fields)).json()
    expect(body.fields).toEqual({ timezone: 'This is missing.' })
  })

  it('must name the other Nordic country', async () => {
    const destinations = 'Other Nordic Country'
    const unnamed = await site.post(bookingFields({ destinations }))
    expect((await unnamed.json()).fields).toHaveProperty('other_destination')
    const named = await site.post(
      bookingFields({ destinations, other_destination: 'Faroe Islands' }),
    )
    expect(named.status).toBe(201)
  })

  it('that fills the trap looks sent and does nothing', async () => {
    const response = await site.post(bookingFields({ 'bot-field': 'buy now' }))
    expect(response.status).toBe(201)
    expect(bookings()).toHaveLength(0)
    expect(submissions()).toHaveLength(0)
  })

  it('from a plain form is answered with a page that shows it', async () => {
    const { start: _start, ...fields } = bookingFields()
    const response = await site.post(fields, { headers: { Accept: 'text/html' } })
    expect(response.status).toBe(303)
    const page = await (await site.get(response.headers.get('location') ?? '')).text()
    expect(page).toContain('<h1>Booking Confirmed</h1>')
    expect(page).toContain('Tuesday 24 November 2026, 10:00 to 10:30, Europe/Oslo (GMT+1)')
  })

  it('from a plain form with faults is answered with a page that names them, harmlessly', async () => {
    const response = await site.post(bookingFields({ phone: '<script>' }), {
      headers: { Accept: 'text/html' },
    })
    expect(response.status).toBe(422)
    const page = await response.text()
    expect(page).toContain('Invalid country code')
    expect(page).not.toContain('<script>')
  })
})

describe('a hold', () => {
  const paid = (over = {}) => bookingFields({ service_type: 'bespoke_planning', ...over })

  it('takes the slot for fifteen minutes while payment is awaited', async () => {
    const body = await (await site.post(paid())).json()
    expect(body.status).toBe('awaiting_payment')
    expect(Date.parse(body.holdExpiresAt)).toBe(TODAY + 15 * 60_000)
    expect((await site.post(bookingFields())).status).toBe(409)
  })

  it('is limited to three at a time for one browser', async () => {
    await site.close()
    site = await startSite({ RATE_LIMIT: 'on' })
    const cookie = cookieOf(await site.post(paid()))
    const next = (start: string) => site.post(paid({ start }), { cookie })
    expect((await next('2026-11-24T10:00:00Z')).status).toBe(201)
    expect((await next('2026-11-24T11:00:00Z')).status).toBe(201)
    const fourth = await next('2026-11-24T12:00:00Z')
    expect(fourth.status).toBe(429)
    expect((await fourth.json()).code).toBe('holds')
  })

  it('is limited to six for one address, with or without cookies', async () => {
    await site.close()
    site = await startSite({ RATE_LIMIT: 'on' })
    const starts = Array.from(
      { length: 7 },
      (_, index) => `2026-11-24T${String(8 + index).padStart(2, '0')}:00:00Z`,
    )
    const statuses: number[] = []
    for (const start of starts) statuses.push((await site.post(paid({ start }))).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429])
  })
})
