import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StripeDouble } from '#tests/support/payment/stripe-double.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { getCookie, type Site, startSite } from '#tests/support/server/site.ts'

let double: StripeDouble
let site: Site

beforeEach(async () => {
  double = await StripeDouble.start()
  site = await startSite(double.env)
})

afterEach(async () => {
  expect(double.violations).toEqual([])
  await site.close()
  await double.close()
})

const price = { serviceType: 'bespoke-planning', amount: 400_000, currency: 'nok' }

/** Books and begins the payment, as the page does. */
async function startPayment(): Promise<{ bookingId: string; cookie: string; intent: string }> {
  const posted = await site.post(buildBookingFields({ service_type: 'bespoke_planning' }))
  const cookie = getCookie(posted)
  const { bookingId } = (await posted.json()) as { bookingId: string }
  const response = await site.call('create-payment-intent', { ...price, bookingId }, cookie)
  const { clientSecret } = (await response.json()) as { clientSecret: string }
  const [intent = ''] = clientSecret.split('_secret_')
  return { bookingId, cookie, intent }
}

const postWebhook = (body: string, signature: string) =>
  fetch(`${site.url}/functions/payment-webhook`, {
    method: 'POST',
    headers: { 'Stripe-Signature': signature },
    body,
  }).then(({ status }) => status)

/** The kinds of all mails sent, sorted. */
async function listMailKinds(): Promise<string[]> {
  const rows = await site.db.read.selectFrom('mail').select('kind').execute()
  expect(fs.readdirSync(path.join(site.dataDir, 'mail'))).toHaveLength(rows.length)
  return rows.map(({ kind }) => kind).sort()
}

const readBookingState = (id: string) =>
  site.db.read
    .selectFrom('booking')
    .select(['status', 'payment'])
    .where('id', '=', id)
    .executeTakeFirst()

describe('A paid booking over HTTP', () => {
  it('is confirmed by the webhook even if the visitor closed the tab, and emailed once', async () => {
    const { bookingId, intent } = await startPayment()
    double.state.pay(intent)
    const statuses = await double.deliver(postWebhook, { at: site.time.now, times: 2 })
    expect(new Set(statuses)).toEqual(new Set([200]))
    await site.drain()
    expect(await readBookingState(bookingId)).toEqual({ status: 'confirmed', payment: 'paid' })
    expect(await listMailKinds()).toEqual(['confirmed', 'owner-new', 'receipt'])
  })

  it('is confirmed by the return page even if no webhook arrives', async () => {
    const { bookingId, cookie, intent } = await startPayment()
    const verify = () => site.get(`/functions/verify-payment?id=${bookingId}`, cookie)
    const before = await verify()
    expect([before.status, await before.json()]).toEqual([
      409,
      { code: 'processing', error: 'Failed to verify payment' },
    ])
    double.state.pay(intent)
    expect((await verify()).status).toBe(200)
  })

  it('is refunded in full when its guest cancels in time, with a credit note', async () => {
    const { bookingId, cookie, intent } = await startPayment()
    double.state.pay(intent)
    await site.get(`/functions/verify-payment?id=${bookingId}`, cookie)
    const cancelled = await site.call('cancel-booking', { id: bookingId }, cookie)
    expect([cancelled.status, (await cancelled.json()).refunded]).toEqual([200, 400_000])
    await site.drain()
    await site.drain()
    expect(double.state.refunds).toMatchObject([{ payment_intent: intent, amount: 400_000 }])
    expect(await readBookingState(bookingId)).toEqual({ status: 'cancelled', payment: 'refunded' })
    expect((await listMailKinds()).filter((kind) => kind === 'receipt')).toHaveLength(2)
  })

  it('frees its slot at once if the guest gives up the hold, and can then no longer be paid', async () => {
    const { bookingId, cookie, intent } = await startPayment()
    await site.call('cancel-booking', { id: bookingId }, cookie)
    expect(double.state.intents.get(intent)?.status).toBe('canceled')
    expect((await readBookingState(bookingId))?.status).toBe('expired')
    const again = await site.call('create-payment-intent', { ...price, bookingId }, cookie)
    expect(again.status).toBe(409)
    const next = await site.post(buildBookingFields())
    expect(next.status).toBe(201)
  })
})
