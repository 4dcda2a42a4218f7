import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSiteContent } from '#server/site/content.ts'
import { initialContent } from '#server/site/initial-content.ts'
import { insertVersion } from '#server/site/store.ts'
import { describeChanges } from '#shared/booking/booked-service.ts'
import type { Service } from '#shared/content/service.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import { dinner } from '#tests/support/booking/published-services.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A free call of half an hour. */
const talk: Service = {
  ...dinner,
  id: 'talk',
  type: 'talk',
  title: 'Talk',
  durationMinutes: 30,
  amount: 0,
}
const supper: Service = {
  ...dinner,
  ...{ title: 'Supper', durationMinutes: 45, amount: 300_000 },
  vat: { home: 'standard', abroad: 'none' },
}

let site: Site
let version: number

beforeEach(async () => {
  site = await startSite()
  version = 0
  await publish(dinner, talk)
})

afterEach(async () => {
  await site.close()
  setSiteContent(untouchedSite)
})

/** Publishes the next version: only these services. */
async function publish(...services: readonly Service[]): Promise<number> {
  version += 1
  const published = { version, publishedAt: site.time.now, publishedBy: '' }
  const content = { ...initialContent, services }
  await site.db.write((tx) => insertVersion(tx, { ...published, content }, []))
  await loadSiteContent(site.db.read, { publicUrl: undefined })
  return version
}

const START = '2026-12-01T09:30:00.000Z'

async function book(
  seen: number | string | undefined,
  over: Record<string, string> = {},
  key = randomUUID(),
) {
  const fields = buildBookingFields({
    ...{ service_type: 'private_dinner', destinations: '' },
    ...{ start: START, date: '2026-12-01', time: '10:30' },
    ...(seen === undefined ? {} : { site_version: String(seen) }),
    ...over,
  })
  const answer = await site.post(fields, { key })
  return { status: answer.status, ...(await answer.json()) }
}

const countBookings = async () =>
  (await site.db.read.selectFrom('booking').select('id').execute()).length

const oldTerms = {
  ...{ status: 201, serviceTitle: 'Private Dinner', end: '2026-12-01T11:00:00.000Z' },
  price: { amount: 250_000, currency: 'nok', vat: { rate: 12, reason: 'home' } },
}
const newTerms = {
  ...{ status: 201, serviceTitle: 'Supper', end: '2026-12-01T10:15:00.000Z' },
  price: { amount: 300_000, currency: 'nok', vat: { rate: 25, reason: 'home' } },
}

describe('A booking from a page of an earlier version', () => {
  it('is made under what the page showed, until a day after that was replaced', async () => {
    await publish(supper, talk)
    site.time.now += DAY - 1
    expect(await book(1)).toMatchObject({ ...oldTerms, status: 'awaiting_payment' })
  })

  it('is refused a day later, with what has changed in words, and nothing is booked', async () => {
    const current = await publish(supper, talk)
    site.time.now += DAY
    const refused = await book(1)
    expect(refused).toMatchObject({
      code: 'service_changed',
      error:
        'Private Dinner is now called Supper. It now costs NOK\u00a03,000 instead of NOK\u00a02,500. It now takes 45 minutes instead of 90. The price now includes 25% VAT instead of 12% VAT.',
      current: {
        version: current,
        service: { title: 'Supper', durationMinutes: 45, amount: 300_000 },
      },
    })
    expect(await countBookings()).toBe(0)
    expect(await book(refused.current.version)).toMatchObject({
      ...newTerms,
      status: 'awaiting_payment',
    })
  })

  it('counts the day from when its own version was replaced, however many followed', async () => {
    await publish(supper, talk)
    site.time.now += DAY
    await publish({ ...supper, amount: 350_000 }, talk)
    expect(await book(1)).toMatchObject({ code: 'service_changed' })
    expect(await book(2)).toMatchObject({ price: { amount: 300_000 } })
  })

  it('goes through at any age if nothing that its visitor saw of the service has changed', async () => {
    await publish(
      { ...dinner, teaser: 'Another sentence', covers: 'Other words' },
      { ...talk, amount: 1 },
    )
    site.time.now += 7 * DAY
    expect(await book(1)).toMatchObject({ price: { amount: 250_000 } })
  })

  it('that was of the untouched site is made under what that showed', async () => {
    await publish({ ...talk, type: 'initial-consultation', durationMinutes: 60 })
    const free = { service_type: 'initial_consultation', start: '2026-12-01T10:00:00.000Z' }
    expect(await book(0, free)).toMatchObject({
      ...{ status: 'confirmed', serviceTitle: 'Initial Consultation' },
      end: '2026-12-01T10:30:00.000Z',
    })
  })

  it('gets the same answer again under the same key, also once the page is too old', async () => {
    const key = randomUUID()
    const first = await book(1, {}, key)
    await publish(supper, talk)
    site.time.now += 3 * DAY
    expect(await book(1, {}, key)).toEqual(first)
    expect(await countBookings()).toBe(1)
  })

  it('is first told what is wrong with its fields, by the rules of the page', async () => {
    await publish(supper, talk)
    site.time.now += DAY
    expect(await book(1, { email: 'nobody', buyer_city: '' })).toMatchObject({
      status: 422,
      fields: { email: expect.any(String), buyer_city: 'Please enter the town or city.' },
    })
  })

  it('of a free service stays free for a day, after which its visitor is asked', async () => {
    const free = { service_type: 'talk', start: '2026-12-01T10:00:00.000Z', time: '11:00' }
    await publish(dinner, { ...talk, amount: 100_000 })
    expect(await book(1, free)).toMatchObject({ status: 'confirmed', price: { amount: 0 } })
    site.time.now += DAY
    const later = { ...free, start: '2026-12-02T10:00:00.000Z', date: '2026-12-02' }
    expect(await book(1, later)).toMatchObject({
      code: 'service_changed',
      error: 'It now costs NOK\u00a01,000 instead of nothing.',
    })
  })
})

describe('A booking whose service is no longer offered', () => {
  it.each([
    ['gone', () => publish(talk), [1]],
    ['hidden', () => publish({ ...dinner, isShown: false }, talk), [1, 2, undefined]],
  ] as const)('is refused at once and in its own words if it is %s', async (_what, take, pages) => {
    await take()
    for (const seen of pages)
      expect(await book(seen)).toMatchObject({
        ...{ code: 'service_gone', error: 'This is no longer offered.' },
      })
    expect(await countBookings()).toBe(0)
  })
})

describe('The version in a booking', () => {
  it('means the current one if it is missing', async () => {
    await publish(supper, talk)
    expect(await book(undefined)).toMatchObject({ price: { amount: 300_000 } })
  })

  it.each([999, '-1', '1e3', '1; DROP TABLE booking', ''])(
    'that never was, %s, is asked about',
    async (seen) => {
      expect(await book(seen)).toMatchObject({ code: 'service_changed', current: { version: 1 } })
      expect(await countBookings()).toBe(0)
    },
  )

  it('is all that the browser says: a price or a length of its own changes nothing', async () => {
    const forged = { amount: '1', price: '1', durationMinutes: '5', currency: 'usd', vat: 'none' }
    expect(await book(1, forged)).toMatchObject({ ...oldTerms, status: 'awaiting_payment' })
  })

  it('decides on the length of the free times, as it would on the booking', async () => {
    const ask = async (seen: number) => {
      const range = { from: '2026-12-01', to: '2026-12-01' }
      const query = { service: 'private-dinner', version: String(seen), ...range }
      const answer = await site.get(`/functions/get-availability?${new URLSearchParams(query)}`)
      const { slots } = await answer.json()
      return slots.length
    }
    const before = await ask(1)
    const current = await publish({ ...dinner, durationMinutes: 30 }, talk)
    expect(await ask(current)).toBeGreaterThan(before)
    expect(await ask(1)).toBe(before)
    site.time.now += DAY
    expect(await ask(1)).toBe(await ask(current))
  })

  it('of a service that the site never had is refused like any wrong field', async () => {
    expect(await book(1, { service_type: 'concierge' })).toMatchObject({
      code: 'fields',
      fields: { service_type: 'This service does not exist.' },
    })
  })
})

describe('What has changed of a service', () => {
  const registered = { isVatRegistered: true }

  it.each<[Partial<Service>, string[]]>([
    [{ isPerHour: true }, ['It now costs NOK\u00a02,500 per hour instead of NOK\u00a02,500.']],
    [{ amount: 0 }, ['It now costs nothing instead of NOK\u00a02,500.']],
    [{ asksDestinations: true }, ['It now asks where you would like to go.']],
    [{ buyers: 'company' }, ['Only companies can book it now.']],
    [{ pauseMinutes: 60 }, []],
    [
      { vat: { home: 'reduced', abroad: 'as_at_home' } },
      ['The VAT for those who live outside Norway has changed.'],
    ],
    [
      { vat: { home: 'none', abroad: 'none' } },
      ['The price now includes no VAT instead of 12% VAT.'],
    ],
    [{ teaser: 'Other', pageTitle: 'Other', points: ['Other'], covers: 'Other' }, []],
  ])('%o', (over, sentences) => {
    expect(describeChanges(dinner, { ...dinner, ...over }, registered)).toEqual(sentences)
  })

  it('is not its VAT if the seller charges none', () => {
    const other = { ...dinner, vat: { home: 'standard', abroad: 'none' } } as const
    expect(describeChanges(dinner, other, { isVatRegistered: false })).toEqual([])
  })
})
