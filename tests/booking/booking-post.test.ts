import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { getCookie, type Site, TODAY } from '#tests/support/server/site.ts'
import { test as it } from '#tests/support/server/site-test.ts'

const readBookings = (site: Site) => site.db.read.selectFrom('booking').selectAll().execute()
const readSubmissions = (site: Site) =>
  site.db.read.selectFrom('form_submissions').selectAll().execute()

describe('A booking request', () => {
  it.for([
    ['without a date and a time', { date: '', time: '' }],
    ['without a date', { date: '' }],
    ['without a time', { time: '' }],
  ] as const)(
    '%s is refused with a message to select them, and blocks nothing',
    async ([_, missing], { site }) => {
      const { start: _none, ...rest } = buildBookingFields()
      const sent: Record<string, string> = { ...rest, ...missing }
      const absent = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''))
      for (const fields of [sent, absent]) {
        const response = await site.post(fields)
        expect(response.status).toBe(422)
        const { error, fields: fieldErrors } = await response.json()
        expect(error).toBe('Please select a date and time for your booking.')
        for (const name of Object.keys(missing))
          expect(fieldErrors[name]).toBe('Please select a date and time for your booking.')
      }
      expect([await readBookings(site), await readSubmissions(site)]).toEqual([[], []])
    },
  )

  it('without a time and with other errors gets a message at each of those fields', async ({
    site,
  }) => {
    const response = await site.post({
      ...buildBookingFields(),
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

  it('is confirmed and stored with its submission, and its slot is no longer offered', async ({
    site,
  }) => {
    const response = await site.post(buildBookingFields())
    const body = await response.json()
    expect(response.status).toBe(201)
    expect(body).toMatchObject({
      status: 'confirmed',
      start: '2026-11-24T09:00:00.000Z',
      holdExpiresAt: null,
    })
    expect(await readBookings(site)).toMatchObject([
      {
        id: body.bookingId,
        status: 'confirmed',
        payment: 'none',
        first_name: 'Elisabeth',
        local_time: '10:00',
      },
    ])
    const [submission] = await readSubmissions(site)
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

  it('blocks every other service at the times it overlaps, and at no others', async ({ site }) => {
    await site.post(buildBookingFields())
    const longer = (start: string) =>
      site.post(
        buildBookingFields({ service_type: 'business_consultancy', destinations: '', start }),
      )
    expect((await longer('2026-11-24T08:30:00Z')).status).toBe(409)
    expect((await longer('2026-11-24T09:00:00Z')).status).toBe(409)
    expect((await longer('2026-11-24T08:00:00Z')).status).toBe(201)
    expect((await longer('2026-11-24T09:30:00Z')).status).toBe(201)
  })

  it('that is repeated gets the first answer again and has one effect', async ({ site }) => {
    const key = randomUUID()
    const first = await (await site.post(buildBookingFields(), { key })).json()
    const again = await site.post(buildBookingFields(), { key })
    expect(again.status).toBe(201)
    expect(await again.json()).toEqual(first)
    expect(await readBookings(site)).toHaveLength(1)
    expect(await readSubmissions(site)).toHaveLength(1)
  })

  it('that is repeated after a refusal gets the same refusal, even once the slot is free again', async ({
    site,
  }) => {
    const { bookingId, manageUrl } = await (await site.post(buildBookingFields())).json()
    const key = randomUUID()
    const refused = await (await site.post(buildBookingFields(), { key })).json()
    expect(refused.code).toBe('taken')
    const sig = new URL(manageUrl, site.url).searchParams.get('sig')
    await site.call('cancel-booking', { id: bookingId, sig })
    expect(await (await site.post(buildBookingFields(), { key })).json()).toEqual(refused)
  })

  it('is refused if its idempotency key was used with other content', async ({ site }) => {
    const key = randomUUID()
    await site.post(buildBookingFields(), { key })
    const other = await site.post(buildBookingFields({ message: 'Something else' }), { key })
    expect(other.status).toBe(422)
    expect((await other.json()).code).toBe('key_reuse')
    expect(await readBookings(site)).toHaveLength(1)
  })

  it('succeeds for exactly one of fifty simultaneous visitors, and is refused for the others', async ({
    site,
  }) => {
    const posts = Array.from({ length: 50 }, () => site.post(buildBookingFields()))
    const statuses = (await Promise.all(posts)).map((response) => response.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    expect(await readBookings(site)).toHaveLength(1)
  })

  it('has one effect if one idempotency key arrives fifty times at once', async ({ site }) => {
    const key = randomUUID()
    const posts = Array.from({ length: 50 }, () => site.post(buildBookingFields(), { key }))
    const bodies = await Promise.all((await Promise.all(posts)).map((response) => response.json()))
    expect(new Set(bodies.map((body) => body.bookingId)).size).toBe(1)
    expect(await readBookings(site)).toHaveLength(1)
  })

  it.for([
    ['past', 410, '2026-11-20T09:00:00Z'],
    ['notice', 409, '2026-11-22T09:00:00Z'],
    ['closed', 409, '2026-11-28T09:00:00Z'],
    ['closed', 409, '2026-11-24T09:10:00Z'],
    ['closed', 409, '2027-06-01T09:00:00Z'],
  ] as const)(
    'for an unbookable time is refused as %s with status %i',
    async ([code, status, start], { site }) => {
      const response = await site.post(buildBookingFields({ start }))
      expect(response.status).toBe(status)
      expect((await response.json()).code).toBe(code)
      expect(await readBookings(site)).toHaveLength(0)
    },
  )

  it('is judged by its instant, whatever date and time the form showed', async ({ site }) => {
    const response = await site.post(buildBookingFields({ date: '2026-11-28', time: '03:17' }))
    expect(response.status).toBe(201)
    expect(await readBookings(site)).toMatchObject([
      { local_date: '2026-11-28', local_time: '03:17' },
    ])
  })

  it('without an instant uses the local time, unless that time occurs twice or never', async ({
    site,
  }) => {
    const { start: _start, ...fields } = buildBookingFields()
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

  it.for([
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
  ] as const)(
    'with a wrong %s is refused with a message at that field',
    async ([field, value], { site }) => {
      const response = await site.post(buildBookingFields({ [field]: value }))
      const body = await response.json()
      expect(response.status).toBe(422)
      expect(body.code).toBe('fields')
      expect(Object.keys(body.fields)).toEqual([field])
      expect(await readBookings(site)).toHaveLength(0)
    },
  )

  it('with a missing field gets a message in plain language', async ({ site }) => {
    const { timezone: _zone, ...fields } = buildBookingFields()
    const body = await (await site.post(fields)).json()
    expect(body.fields).toEqual({ timezone: 'This is missing.' })
  })

  it('must name the country if “Other Nordic Country” is selected', async ({ site }) => {
    const destinations = 'Other Nordic Country'
    const unnamed = await site.post(buildBookingFields({ destinations }))
    expect((await unnamed.json()).fields).toHaveProperty('other_destination')
    const named = await site.post(
      buildBookingFields({ destinations, other_destination: 'Faroe Islands' }),
    )
    expect(named.status).toBe(201)
  })

  it('that fills in the honeypot field seems to succeed but has no effect', async ({ site }) => {
    const response = await site.post(buildBookingFields({ 'bot-field': 'buy now' }))
    expect(response.status).toBe(201)
    expect(await readBookings(site)).toHaveLength(0)
    expect(await readSubmissions(site)).toHaveLength(0)
  })

  it('from a plain HTML form is answered with a page that shows the booking', async ({ site }) => {
    const { start: _start, ...fields } = buildBookingFields()
    const response = await site.post(fields, { headers: { Accept: 'text/html' } })
    expect(response.status).toBe(303)
    const page = await (await site.get(response.headers.get('location') ?? '')).text()
    expect(page).toContain('<h1>Booking Confirmed</h1>')
    expect(page).toContain('Tuesday 24 November 2026, 10:00 to 10:30, Europe/Oslo (GMT+1)')
  })

  it('from a plain HTML form with errors is answered with a page that lists them, and injects no script', async ({
    site,
  }) => {
    const response = await site.post(buildBookingFields({ phone: '<script>' }), {
      headers: { Accept: 'text/html' },
    })
    expect(response.status).toBe(422)
    const page = await response.text()
    expect(page).toContain('Invalid country code')
    expect(page).not.toContain('<script>')
  })
})

describe('A hold', () => {
  const paid = (over = {}) => buildBookingFields({ service_type: 'bespoke_planning', ...over })

  it('blocks its slot for fifteen minutes while payment is pending', async ({ site }) => {
    const body = await (await site.post(paid())).json()
    expect(body.status).toBe('awaiting_payment')
    expect(Date.parse(body.holdExpiresAt)).toBe(TODAY + 15 * 60_000)
    expect((await site.post(buildBookingFields())).status).toBe(409)
  })

  it('is limited to three at a time for one browser', async ({ openSite }) => {
    const site = await openSite({ RATE_LIMIT: 'on' })
    const cookie = getCookie(await site.post(paid()))
    const next = (start: string) => site.post(paid({ start }), { cookie })
    expect((await next('2026-11-24T10:00:00Z')).status).toBe(201)
    expect((await next('2026-11-24T11:00:00Z')).status).toBe(201)
    const fourth = await next('2026-11-24T12:00:00Z')
    expect(fourth.status).toBe(429)
    expect((await fourth.json()).code).toBe('holds')
  })

  it('is limited to six for one network address, also without cookies', async ({ openSite }) => {
    const site = await openSite({ RATE_LIMIT: 'on' })
    const starts = Array.from(
      { length: 7 },
      (_, index) => `2026-11-24T${String(8 + index).padStart(2, '0')}:00:00Z`,
    )
    const statuses: number[] = []
    for (const start of starts) statuses.push((await site.post(paid({ start }))).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429])
  })
})
