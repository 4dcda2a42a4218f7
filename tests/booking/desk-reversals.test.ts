import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { readDashboard } from '#tests/support/desk/dashboard.ts'
import { StripeDouble } from '#tests/support/payment/stripe-double.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { getCookies, type Site, startSite, TODAY } from '#tests/support/server/site.ts'

const DAY = 86_400_000

let double: StripeDouble
let site: Site
let owner: string

beforeEach(async () => {
  double = await StripeDouble.start()
  site = await startSite(double.env)
  owner = await site.signInOwner()
})

afterEach(async () => {
  await site.close()
  await double.close()
})

/** Books and pays; the guest’s browser is `cookie`. */
async function createPaidBooking() {
  const posted = await site.post(buildBookingFields({ service_type: 'bespoke_planning' }))
  const cookie = getCookies(posted)
  const { bookingId: id } = await posted.json()
  const price = { serviceType: 'bespoke-planning', amount: 400_000, currency: 'nok' }
  await site.call('create-payment-intent', { ...price, bookingId: id }, cookie)
  const [intent = ''] = double.state.intents.keys()
  double.state.pay(intent)
  await deliver()
  return { id, intent, cookie }
}

async function deliver(): Promise<void> {
  const receiver = async (body: string, signature: string) => {
    const headers = { 'Stripe-Signature': signature }
    const posted = await fetch(`${site.url}/functions/payment-webhook`, {
      method: 'POST',
      headers,
      body,
    })
    return posted.status
  }
  await double.deliver(receiver, { at: site.time.now })
  await site.drain()
}

async function fetchBooking(id: string): Promise<DeskBooking> {
  const list: DeskBooking[] = await (await site.get('/functions/get-bookings', owner)).json()
  return list.find((one) => one.id === id) as DeskBooking
}

const fetchTasks = () => readDashboard(site)

async function fetchRevenue(): Promise<{ totalRevenue: number; vat: number }> {
  return (await site.get('/functions/get-sales', owner)).json()
}

async function order(name: string, booking: DeskBooking, more: object = {}) {
  const { id, version: expectedVersion } = booking
  const answered = await site.call(name, { id, expectedVersion, ...more }, owner)
  return { status: answered.status, body: await answered.json() }
}

const readSubjects = async () =>
  (await site.db.read.selectFrom('mail').select('subject').orderBy('job_id').execute()).map(
    ({ subject }) => subject,
  )

describe('A refund from the provider’s dashboard', () => {
  it('is on the booking, in the sales, in a mailed credit note, and asks whether the meeting takes place', async () => {
    const { id, intent } = await createPaidBooking()
    double.state.refund({ payment_intent: intent })
    await deliver()
    const booking = await fetchBooking(id)
    expect(booking).toMatchObject({
      status: 'confirmed',
      payment: 'refunded',
      refunded: 400_000,
      refundable: 0,
      refundsElsewhere: [{ amount: 400_000 }],
    })
    expect(booking.history.map(({ text }) => text)).toContain(
      'Refund of NOK\u00a04,000 made in the payment provider’s dashboard',
    )
    expect(await fetchRevenue()).toMatchObject({ totalRevenue: 0, vat: 0 })
    const notes = (await readSubjects()).filter((subject) => subject.startsWith('Credit note'))
    expect(notes).toEqual([expect.stringMatching(/^Credit note 2: Bespoke Planning, NOK.4,000$/)])
    expect((await fetchTasks()).reversals).toMatchObject([
      { booking: { id }, amount: 400_000, dispute: null, asksToKeep: true },
    ])
  })

  it('is no question any more once the owner keeps the meeting, or cancels it', async () => {
    const { id, intent } = await createPaidBooking()
    double.state.refund({ payment_intent: intent, amount: '100000' })
    await deliver()
    const kept = await order('acknowledge-reversals', await fetchBooking(id))
    expect(kept.body).toMatchObject({ status: 'confirmed', refundsElsewhere: [] })
    expect((await fetchTasks()).reversals).toEqual([])
    double.state.refund({ payment_intent: intent, amount: '200000' })
    await deliver()
    expect((await fetchTasks()).reversals).toMatchObject([{ amount: 200_000, asksToKeep: true }])
    await order('cancel-booking-as-owner', await fetchBooking(id), { refund: 100_000 })
    expect((await fetchTasks()).reversals).toEqual([])
    await site.drain()
    expect(double.state.sumRefunds(intent)).toBe(400_000)
  })

  it('that no event reported leaves only the rest to refund: more is refused with what remains', async () => {
    const { id, intent } = await createPaidBooking()
    const seen = await fetchBooking(id)
    double.state.refund({ payment_intent: intent, amount: '100000' })
    const refused = await order('cancel-booking-as-owner', seen, { refund: 400_000 })
    expect(refused).toMatchObject({ status: 422, body: { code: 'refund', remaining: 300_000 } })
    const checked = await site.call('check-refundable', { id }, owner)
    expect(await checked.json()).toMatchObject({ refundable: 300_000, refunded: 100_000 })
    // A part that remains is refused too, because the owner has not seen what happened.
    const stale = await order('cancel-booking-as-owner', seen, { refund: 200_000 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale' } })
    const done = await order('cancel-booking-as-owner', await fetchBooking(id), { refund: 300_000 })
    expect(done).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    await site.drain()
    expect(double.state.sumRefunds(intent)).toBe(400_000)
  })

  it('reduces what a guest who cancels is promised and gets', async () => {
    const { id, intent, cookie } = await createPaidBooking()
    double.state.refund({ payment_intent: intent, amount: '100000' })
    expect((await site.call('cancel-booking', { id }, cookie)).status).toBe(200)
    await site.drain()
    expect(double.state.sumRefunds(intent)).toBe(400_000)
    expect(await fetchRevenue()).toMatchObject({ totalRevenue: 0, vat: 0 })
    const [mail] = await site.db.read
      .selectFrom('job')
      .select('payload')
      .where('dedupe', 'like', '%cancelled%')
      .execute()
    expect(JSON.parse(mail?.payload ?? '{}').data.refund).toBe(300_000)
  })

  it('of a meeting that the owner keeps and moves is never paid again', async () => {
    const { id, intent } = await createPaidBooking()
    double.state.refund({ payment_intent: intent })
    await deliver()
    await order('acknowledge-reversals', await fetchBooking(id))
    const offered = await order('offer-times', await fetchBooking(id), {
      starts: ['2026-11-25T12:00:00.000Z'],
    })
    expect(offered.body).toMatchObject({ status: 'needs_new_time' })
    const moved = await order('reschedule-booking', await fetchBooking(id), {
      start: '2026-11-25T12:00:00.000Z',
    })
    expect(moved.body).toMatchObject({ status: 'confirmed' })
  })
})

describe('The desk', () => {
  it('says so if the provider does not answer the question what remains', async () => {
    const { id } = await createPaidBooking()
    double.addFault('500', 'GET /v1/refunds', 9)
    const checked = await site.call('check-refundable', { id }, owner)
    expect([checked.status, (await checked.json()).code]).toEqual([502, 'provider'])
    expect((await site.call('check-refundable', { id: 'x'.repeat(22) }, owner)).status).toBe(404)
    expect((await site.call('check-refundable', { id })).status).toBe(401)
  })
})

describe('A dispute', () => {
  it('is told with its amount and last day, bars refunds, and leaves the revenue once it is lost', async () => {
    const { id, intent } = await createPaidBooking()
    const answerBy = TODAY + 7 * DAY
    const dispute = double.state.openDispute(intent, { dueBy: answerBy / 1000 })
    await deliver()
    expect((await fetchTasks()).reversals).toMatchObject([
      {
        booking: { id },
        amount: 400_000,
        asksToKeep: true,
        dispute: { state: 'needs_response', answerBy: new Date(answerBy).toISOString() },
      },
    ])
    const open = await fetchBooking(id)
    expect(open).toMatchObject({ payment: 'paid', refundable: 0, disputes: [{ amount: 400_000 }] })
    expect(open.history.map(({ text }) => text).join('\n')).toContain(
      'NOK\u00a04,000 disputed, and withheld by the bank; to be answered by Sat 28 November 2026',
    )
    const refused = await order('cancel-booking-as-owner', open, { refund: 400_000 })
    expect(refused).toMatchObject({ status: 422, body: { code: 'refund', remaining: 0 } })
    expect(await fetchRevenue()).toMatchObject({ totalRevenue: 400_000 })

    await order('acknowledge-reversals', open)
    expect((await fetchTasks()).reversals).toMatchObject([
      { asksToKeep: false, isAcknowledged: true },
    ])
    double.state.changeDispute(dispute.id, 'lost')
    await deliver()
    expect(await fetchRevenue()).toMatchObject({ totalRevenue: 0, vat: 0 })
    expect((await fetchTasks()).reversals).toMatchObject([{ dispute: { state: 'lost' } }])
    await order('acknowledge-reversals', await fetchBooking(id))
    expect((await fetchTasks()).reversals).toEqual([])
  })
})
