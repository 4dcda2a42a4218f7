import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readLastRecordSeq } from '#server/db/sync-clock.ts'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { FaultyDriver } from '#tests/support/db/sqlite-driver.ts'
import { SmtpDouble } from '#tests/support/mail/smtp-double.ts'
import { StripeDouble } from '#tests/support/payment/stripe-double.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite, TODAY } from '#tests/support/server/site.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** An error that rolls an open transaction back, and one that leaves it open. */
const codes = ['SQLITE_FULL', 'SQLITE_BUSY'] as const
/** Whether odd or even calls get the first error: it depends on the seed, so runs cover both. */
const FIRST = Number(process.env.PROPERTY_SEED ?? 0) % 2
/** More calls than any story makes: a story that never ends fails at this limit. */
const MAX_CALLS = 400

const unhandled: unknown[] = []
const recordRejection = (reason: unknown) => unhandled.push(reason)
beforeAll(() => {
  process.on('unhandledRejection', recordRejection)
})
afterAll(() => {
  process.off('unhandledRejection', recordRejection)
})

let driver: FaultyDriver
let smtp: SmtpDouble
let double: StripeDouble
let site: Site
beforeEach(async () => {
  driver = new FaultyDriver()
  smtp = new SmtpDouble()
  await smtp.start()
  double = await StripeDouble.start()
  site = await startSite({ SMTP_URL: smtp.url, MAIL_FROM: 'site@example.com', ...double.env })
})
afterEach(async () => {
  driver.remove()
  await site.close()
  await double.close()
  await smtp.stop()
  expect(double.violations).toEqual([])
  expect(unhandled).toEqual([])
})

/** The n-th half hour of the coming weeks, on weekdays between 9:00 and 17:00 in Oslo. */
function toStart(nth: number): string {
  const day = Math.floor(nth / 16)
  const monday = Date.parse('2026-11-30T08:00:00Z')
  const weekday = Math.floor(day / 5) * 7 + (day % 5)
  return new Date(monday + weekday * DAY + (nth % 16) * 30 * MINUTE).toISOString()
}

/** Runs the due jobs, and the retries of those that failed. */
async function finishWork(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await site.drain()
    site.time.now += 10_000
  }
}

const drainFaulty = () => site.drain().catch(() => undefined)

const listMailSubjects = (address: string) =>
  smtp.received.filter(({ to }) => to.includes(address)).map(({ raw }) => parseSubject(raw))
const parseSubject = (raw: string) => /^Subject: (.*)$/m.exec(raw)?.[1] ?? ''

async function expectReadable(): Promise<void> {
  expect((await site.get('/functions/get-config')).status).toBe(200)
  expect((await site.get('/healthz')).status).toBe(200)
}

/** Runs a story with a fault at its first call, then at its second, and so on through all calls. */
async function runAtEveryCall(
  story: (nth: number, fault: () => void) => Promise<void>,
): Promise<void> {
  for (let nth = 1; ; nth += 1) {
    expect(nth).toBeLessThan(MAX_CALLS)
    await story(nth, () => driver.arm(codes[(nth + FIRST) % 2] ?? 'SQLITE_FULL', nth))
    if (driver.failedStatements.length === 0) return
  }
}

describe('A fault in any single database call', () => {
  it('a booking and its emails are created exactly once, or the booking is not acknowledged', async () => {
    await runAtEveryCall(async (nth, fault) => {
      site.time.now = TODAY
      const email = `guest-${nth}@example.com`
      const fields = buildBookingFields({ email, start: toStart(nth) })
      const key = randomUUID()
      fault()
      const first = await site.post(fields, { key })
      await drainFaulty()
      driver.disarm()
      expect([201, 503]).toContain(first.status)
      if (first.status === 503) {
        expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await first.json()).toMatchObject({ code: 'storage' })
      }
      await expectReadable()
      const second = await site.post(fields, { key })
      expect(second.status, driver.failedStatements.join()).toBe(201)
      await finishWork()
      const booked = site.db.read.selectFrom('booking').selectAll().where('email', '=', email)
      expect(await booked.execute()).toMatchObject([{ status: 'confirmed' }])
      expect(listMailSubjects(email), driver.failedStatements.join()).toHaveLength(1)
    })
    const failedJobs = site.db.read.selectFrom('job').selectAll().where('state', '=', 'failed')
    expect(await failedJobs.execute()).toEqual([])
  })

  it('a payment confirms its booking once, with one receipt', async () => {
    await runAtEveryCall(async (nth, fault) => {
      site.time.now = TODAY
      const email = `payer-${nth}@example.com`
      const service_type = 'bespoke-planning'
      const posted = await site.post(
        buildBookingFields({ email, service_type, start: toStart(nth) }),
      )
      const { bookingId } = await posted.json()
      const cookie = posted.headers.getSetCookie()[0]?.split(';')[0]
      const request = { serviceType: service_type, amount: 400_000, currency: 'nok', bookingId }
      const begin = () => site.call('create-payment-intent', request, cookie)
      const receiver = (body: string, signature: string) => postWebhook(body, signature)
      fault()
      const response = await begin()
      expect([200, 503]).toContain(response.status)
      if (response.status === 503) expect((await begin()).status).toBe(200)
      const [intent] = [...double.state.intents.values()].filter(
        ({ metadata }) => metadata.bookingId === bookingId,
      )
      if (!intent) throw new Error('No payment was begun')
      double.state.pay(intent.id)
      const events = [...double.state.events]
      const statuses = await double.deliver(receiver, { at: site.time.now })
      await drainFaulty()
      driver.disarm()
      await expectReadable()
      // The provider repeats events that were not accepted.
      for (const [at, event] of events.entries())
        if (statuses[at] !== 200)
          expect(await double.send(event, receiver, site.time.now)).toBe(200)
      await finishWork()
      const { read } = site.db
      const booked = read.selectFrom('booking').selectAll().where('id', '=', bookingId)
      expect(await booked.execute()).toMatchObject([{ status: 'confirmed', payment: 'paid' }])
      const receipts = read.selectFrom('receipt').selectAll().where('booking_id', '=', bookingId)
      expect(await receipts.execute()).toHaveLength(1)
      expect(listMailSubjects(email).length).toBe(new Set(listMailSubjects(email)).size)
      expect(listMailSubjects(email)).toHaveLength(2)
    })
  })

  it('a contact message is emailed to the owner exactly once', async () => {
    await runAtEveryCall(async (nth, fault) => {
      site.time.now = TODAY
      const before = smtp.received.length
      const fields = buildContactFields({ message: `Letter ${nth}` })
      const key = randomUUID()
      await site.post(fields, { key })
      fault()
      await drainFaulty()
      driver.disarm()
      await finishWork()
      expect(smtp.received.length - before, driver.failedStatements.join()).toBe(1)
    })
  })

  it('all edits of an owner are accepted, each exactly once', async () => {
    const world = await SyncServer.open()
    await runAtEveryCall(async (nth, fault) => {
      const device = new SyncDevice(`device-${nth}`)
      const to = world.createTransport()
      const push: typeof to.push = (body) => to.push(body).catch(() => unavailableResponse)
      await device.sync(to)
      for (const id of ['a', 'b'])
        await device.edit({ coll: 'client', id: `${id}-${nth}` }, { name: 'Elisabeth', notes: id })
      const before = await readLastRecordSeq(world.db.read)
      fault()
      await device.sync({
        ...to,
        push,
        pull: (query) => to.pull(query).catch(() => unavailableResponse),
      })
      driver.disarm()
      await device.sync(to)
      expect(await device.listUnansweredMids()).toEqual([])
      for (const id of ['a', 'b'])
        expect((await world.findRecord(`${id}-${nth}`))?.data).toMatchObject({ notes: id })
      expect((await readLastRecordSeq(world.db.read)) - before).toBe(2)
    })
    await world.close()
  })
})

const unavailableResponse = { status: 503, body: { code: 'storage' }, text: '' }

async function postWebhook(body: string, signature: string): Promise<number> {
  const answer = await fetch(`${site.url}/functions/payment-webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    body,
  })
  return answer.status
}
