import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FunctionRoutes } from '#server/http/function-routes.ts'
import { registerPaymentRoutes } from '#server/payment/routes.ts'
import { openPaymentHarness, type PaymentHarness } from '#tests/support/payment/payment-harness.ts'

let harness: PaymentHarness

beforeEach(async () => {
  harness = await openPaymentHarness()
})

afterEach(async () => {
  expect(harness.double.violations).toEqual([])
  await harness.close()
})

const countStoredEvents = async () =>
  (await harness.db.read.selectFrom('payment_event').selectAll().execute()).length

describe('A webhook event', () => {
  it('settles its booking once, even if delivered three times and in reverse order', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.double.state.confirm(intent, 'pm_card_chargeDeclined')
    harness.double.state.confirm(intent, 'pm_card_authenticationRequired')
    harness.double.state.pay(intent)
    const how = { at: harness.time.now, reversed: true, times: 3 }
    const statuses = await harness.double.deliver(harness.receiver, how)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(statuses).toHaveLength(12)
    await harness.drain()
    expect(await harness.getBooking(booking.id)).toMatchObject({
      status: 'confirmed',
      payment: 'paid',
    })
    expect(harness.sentMails).toHaveLength(1)
    expect(await harness.listReceipts()).toHaveLength(1)
    expect(await countStoredEvents()).toBe(4)
  })

  it('queries the provider only if it is new: a repeat causes no request to the provider', async () => {
    const { intent } = await harness.createStartedPayment()
    harness.double.state.pay(intent)
    const event = harness.double.state.events.at(-1)
    if (!event) throw new Error('Nothing was told')
    await harness.double.send(event, harness.receiver, harness.time.now)
    const before = harness.double.requests.length
    expect(await harness.double.send(event, harness.receiver, harness.time.now)).toBe(200)
    expect(harness.double.requests.length).toBe(before)
  })

  it('is not trusted: a success that the provider does not confirm pays nothing', async () => {
    const { booking } = await harness.createStartedPayment()
    const [event] = harness.double.state.events
    if (!event) throw new Error('Nothing was told')
    const claimed = { ...event.data.object, status: 'succeeded' as const, amount_received: 400_000 }
    const claim = {
      ...event,
      id: 'evt_claim',
      type: 'payment_intent.succeeded',
      data: { object: claimed as typeof event.data.object },
    }
    expect(await harness.double.send(claim, harness.receiver, harness.time.now)).toBe(200)
    expect((await harness.getBooking(booking.id)).status).toBe('awaiting_payment')
  })

  it('is refused with another secret, another body, an old signature or none', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.double.state.pay(intent)
    const body = JSON.stringify(harness.double.state.events.at(-1))
    const { now } = harness.time
    const forged = [
      [body, harness.double.sign(body, now, 'whsec_of_somebody_else')],
      [body.replace('succeeded', 'failed'), harness.double.sign(body, now)],
      [body, harness.double.sign(body, now - 301_000)],
      [body, ''],
      ['', harness.double.sign(body, now)],
      ['no json', harness.double.sign('no json', now)],
    ] as const
    for (const [text, signature] of forged)
      expect(await harness.receiver(text, signature)).toBe(400)
    expect((await harness.getBooking(booking.id)).status).toBe('awaiting_payment')
    expect(await countStoredEvents()).toBe(0)
  })

  it('gets an error answer while the provider cannot be queried, so that it is delivered again', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.double.state.pay(intent)
    const event = harness.double.state.events.at(-1)
    if (!event) throw new Error('Nothing was told')
    harness.double.addFault('500', 'GET /v1/payment_intents/')
    expect(await harness.double.send(event, harness.receiver, harness.time.now)).toBe(502)
    expect(await countStoredEvents()).toBe(0)
    expect(await harness.double.send(event, harness.receiver, harness.time.now)).toBe(200)
    expect((await harness.getBooking(booking.id)).status).toBe('confirmed')
  })

  it('of another kind, or about an unknown payment, is accepted and changes nothing', async () => {
    harness.double.state.create({ amount: '900', currency: 'nok' })
    const [foreign] = harness.double.state.events
    if (!foreign) throw new Error('Nothing was told')
    const other = { ...foreign, id: 'evt_other', type: 'customer.created', data: { object: {} } }
    expect(await harness.double.send(foreign, harness.receiver, harness.time.now)).toBe(200)
    const body = JSON.stringify(other)
    expect(await harness.receiver(body, harness.double.sign(body, harness.time.now))).toBe(200)
    expect(harness.double.requests).toEqual([])
  })

  it('is deleted after a month, so that the list stays short', async () => {
    const { intent } = await harness.createStartedPayment()
    await harness.double.deliver(harness.receiver, { at: harness.time.now })
    harness.time.now += 31 * 24 * 3_600_000
    harness.double.state.pay(intent)
    await harness.double.deliver(harness.receiver, { at: harness.time.now })
    expect(await countStoredEvents()).toBe(1)
  })
})

describe('An invalid webhook message', () => {
  it.each(['t=,v1=', 't=1,v1=', 'v1=', ',', 't=abc,v1=00'])(
    'is refused with the header %s',
    async (header) => {
      expect(await harness.receiver('{}', header)).toBe(400)
    },
  )

  it.each(['null', '[]', '7', '""', '{}', '{"id":7}', '{"id":"evt_1","type":"x"}', 'no json', ''])(
    'is refused with the signed body %s',
    async (body) => {
      expect(await harness.receiver(body, harness.double.sign(body, harness.time.now))).toBe(400)
    },
  )

  it('is refused with a signature from further in the future than clocks may differ', async () => {
    const { intent } = await harness.createStartedPayment()
    harness.double.state.pay(intent)
    const body = JSON.stringify(harness.double.state.events.at(-1))
    const sent = (at: number) => harness.receiver(body, harness.double.sign(body, at))
    expect(await sent(harness.time.now + 301_000)).toBe(400)
    expect(await sent(harness.time.now + 299_000)).toBe(200)
  })
})

describe('The webhook over HTTP', () => {
  it('verifies the exact bytes that were signed, and answers in JSON', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    const routes = new FunctionRoutes({
      cookies: { secure: false },
      findAccount: async () => undefined,
      clock: () => harness.time.now,
    })
    registerPaymentRoutes(routes, harness.parts)
    const server = createServer(express().use('/functions', routes.router))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const post = (body: string, signature: string) =>
      fetch(`${url}/functions/payment-webhook`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
        body,
      })
    harness.double.state.pay(intent)
    const body = JSON.stringify(harness.double.state.events.at(-1), null, 2)
    const forged = await post(body, 't=1,v1=0')
    expect([forged.status, await forged.json()]).toEqual([
      400,
      { code: 'signature', error: 'Failed to read the event' },
    ])
    const answered = await post(body, harness.double.sign(body, harness.time.now))
    expect([answered.status, await answered.json()]).toEqual([200, { received: true }])
    expect((await harness.getBooking(booking.id)).status).toBe('confirmed')
    const verified = await fetch(`${url}/functions/verify-payment?id=${booking.id}`)
    expect([verified.status, await verified.json()]).toEqual([200, { paid: true }])
    await new Promise((closed) => server.close(closed))
  })
})

describe('A lost webhook event', () => {
  it('does no harm: the next sweep finds the payment, long before the hold ends', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.double.state.pay(intent)
    harness.time.now += 30_000
    await harness.payments.sweep()
    expect((await harness.getBooking(booking.id)).status).toBe('confirmed')
  })
})
