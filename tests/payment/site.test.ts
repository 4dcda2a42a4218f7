import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { cookieOf, type Site, startSite } from '#tests/support/site.ts'
import { StripeDouble } from '#tests/support/stripe-double.ts'

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
async function arrive(): Promise<{ bookingId: string; cookie: string; intent: string }> {
  const posted = await site.post(bookingFields({ service_type: 'bespoke_planning' }))
  const cookie = cookieOf(posted)
  const { bookingId } = (await posted.json()) as { bookingId: string }
  const begun = await site.call('create-payment-intent', { ...price, bookingId }, cookie)
  const { clientSecret } = (await begun.json()) as { clientSecret: string }
  const [intent = ''] = clientSecret.split('_secret_')
  return { bookingId, cookie, intent }
}

const webhook = (body: string, signature: string) =>
  fetch(`${site.url}/functions/payment-webhook`, {
    method: 'POST',
    headers: { 'Stripe-Signature': signature },
    body,
  }).then(({ status }) => status)

/** The kinds of all mails sent, sorted. */
function mailed(): string[] {
  const rows = site.db.read.all(query.selectFrom('mail').select('kind'))
  expect(fs.readdirSync(path.join(site.dataDir, 'mail'))).toHaveLength(rows.length)
  return rows.map(({ kind }) => kind).sort()
}

const stateOf = (id: string) =>
  site.db.read.get(query.selectFrom('booking').select(['status', 'payment']).where('id', '=', id))

describe('a paid booking over HTTP', () => {
  it('is confirmed by the event though the visitor closed the tab, and mailed once', async () => {
    const { bookingId, intent } = await arrive()
    double.books.pay(intent)
    const statuses = await double.deliver(webhook, { at: site.time.now, times: 2 })
    expect(new Set(statuses)).toEqual(new Set([200]))
    await site.drain()
    expect(stateOf(bookingId)).toEqual({ status: 'confirmed', payment: 'paid' })
    expect(mailed()).toEqual(['confirmed', 'owner-new', 'receipt'])
  })

  it('is confirmed by the return page though no event comes', async () => {
    const { bookingId, cookie, intent } = await arrive()
    const ask = () => site.get(`/functions/verify-payment?id=${bookingId}`, cookie)
    const before = await ask()
    expect([before.status, await before.json()]).toEqual([
      409,
      { code: 'processing', error: 'Failed to verify payment' },
    ])
    double.books.pay(intent)
    expect((await ask()).status).toBe(200)
  })

  it('is refunded in full when its guest cancels in time, with a credit note', async () => {
    const { bookingId, cookie, intent } = await arrive()
    double.books.pay(intent)
    await site.get(`/functions/verify-payment?id=${bookingId}`, cookie)
    const cancelled = await site.call('cancel-booking', { id: bookingId }, cookie)
    expect(cancelled.status).toBe(200)
    await site.drain()
    await site.drain()
    expect(double.books.refunds).toMatchObject([{ payment_intent: intent, amount: 400_000 }])
    expect(stateOf(bookingId)).toEqual({ status: 'cancelled', payment: 'refunded' })
    expect(mailed().filter((kind) => kind === 'receipt')).toHaveLength(2)
  })

  it('gives its time free at once when the hold is given up, and can then not be paid', async () => {
    const { bookingId, cookie, intent } = await arrive()
    await site.call('cancel-booking', { id: bookingId }, cookie)
    expect(double.books.intents.get(intent)?.status).toBe('canceled')
    expect(stateOf(bookingId)?.status).toBe('expired')
    const again = await site.call('create-payment-intent', { ...price, bookingId }, cookie)
    expect(again.status).toBe(409)
    const next = await site.post(bookingFields())
    expect(next.status).toBe(201)
  })
})
