import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { FunctionRoutes } from '#server/http/functions.ts'
import { paymentRoutes } from '#server/payment/routes.ts'
import { openTill, type Till } from '#tests/support/stripe-till.ts'

let till: Till

beforeEach(async () => {
  till = await openTill()
})

afterEach(async () => {
  expect(till.double.violations).toEqual([])
  await till.close()
})

const knownEvents = () => till.db.read.all(query.selectFrom('payment_event').selectAll()).length

describe('an event of the provider', () => {
  it('settles its booking, once, though told three times and backwards', async () => {
    const { booking, intent } = await till.begun()
    till.double.books.confirm(intent, 'pm_card_chargeDeclined')
    till.double.books.confirm(intent, 'pm_card_authenticationRequired')
    till.double.books.pay(intent)
    const how = { at: till.time.now, reversed: true, times: 3 }
    const statuses = await till.double.deliver(till.receiver, how)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(statuses).toHaveLength(12)
    await till.drain()
    expect(till.booking(booking.id)).toMatchObject({ status: 'confirmed', payment: 'paid' })
    expect(till.sent).toHaveLength(1)
    expect(till.receipts()).toHaveLength(1)
    expect(knownEvents()).toBe(4)
  })

  it('asks again only for what is new: a repeat costs the provider no question', async () => {
    const { intent } = await till.begun()
    till.double.books.pay(intent)
    const told = till.double.books.events.at(-1)
    if (!told) throw new Error('Nothing was told')
    await till.double.send(told, till.receiver, till.time.now)
    const before = till.double.requests.length
    expect(await till.double.send(told, till.receiver, till.time.now)).toBe(200)
    expect(till.double.requests.length).toBe(before)
  })

  it('is not believed: a success that the provider does not confirm pays nothing', async () => {
    const { booking } = await till.begun()
    const [told] = till.double.books.events
    if (!told) throw new Error('Nothing was told')
    const claimed = { ...told.data.object, status: 'succeeded' as const, amount_received: 400_000 }
    const claim = {
      ...told,
      id: 'evt_claim',
      type: 'payment_intent.succeeded',
      data: { object: claimed as typeof told.data.object },
    }
    expect(await till.double.send(claim, till.receiver, till.time.now)).toBe(200)
    expect(till.booking(booking.id).status).toBe('awaiting_payment')
  })

  it('is refused with another secret, another body, an old signature or none', async () => {
    const { booking, intent } = await till.begun()
    till.double.books.pay(intent)
    const body = JSON.stringify(till.double.books.events.at(-1))
    const { now } = till.time
    const forged = [
      [body, till.double.sign(body, now, 'whsec_of_somebody_else')],
      [body.replace('succeeded', 'failed'), till.double.sign(body, now)],
      [body, till.double.sign(body, now - 301_000)],
      [body, ''],
      ['', till.double.sign(body, now)],
      ['no json', till.double.sign('no json', now)],
    ] as const
    for (const [text, signature] of forged) expect(await till.receiver(text, signature)).toBe(400)
    expect(till.booking(booking.id).status).toBe('awaiting_payment')
    expect(knownEvents()).toBe(0)
  })

  it('is asked for again while the provider cannot be asked about it', async () => {
    const { booking, intent } = await till.begun()
    till.double.books.pay(intent)
    const told = till.double.books.events.at(-1)
    if (!told) throw new Error('Nothing was told')
    till.double.fail('500', 'GET /v1/payment_intents/')
    expect(await till.double.send(told, till.receiver, till.time.now)).toBe(500)
    expect(knownEvents()).toBe(0)
    expect(await till.double.send(told, till.receiver, till.time.now)).toBe(200)
    expect(till.booking(booking.id).status).toBe('confirmed')
  })

  it('of another kind, or about a payment that is not ours, is taken and changes nothing', async () => {
    till.double.books.create({ amount: '900', currency: 'nok' })
    const [foreign] = till.double.books.events
    if (!foreign) throw new Error('Nothing was told')
    const other = { ...foreign, id: 'evt_other', type: 'customer.created', data: { object: {} } }
    expect(await till.double.send(foreign, till.receiver, till.time.now)).toBe(200)
    const body = JSON.stringify(other)
    expect(await till.receiver(body, till.double.sign(body, till.time.now))).toBe(200)
    expect(till.double.requests).toEqual([])
  })

  it('is forgotten after a month, so that the list stays short', async () => {
    const { intent } = await till.begun()
    await till.double.deliver(till.receiver, { at: till.time.now })
    till.time.now += 31 * 24 * 3_600_000
    till.double.books.pay(intent)
    await till.double.deliver(till.receiver, { at: till.time.now })
    expect(knownEvents()).toBe(1)
  })
})

describe('a message that is no event is refused as such', () => {
  it.each(['t=,v1=', 't=1,v1=', 'v1=', ',', 't=abc,v1=00'])(
    'with the header %s',
    async (header) => {
      expect(await till.receiver('{}', header)).toBe(400)
    },
  )

  it.each(['null', '[]', '7', '""', '{}', '{"id":7}', '{"id":"evt_1","type":"x"}', 'no json', ''])(
    'with the signed body %s',
    async (body) => {
      expect(await till.receiver(body, till.double.sign(body, till.time.now))).toBe(400)
    },
  )

  it('with a signature from the future, beyond what clocks differ by', async () => {
    const { intent } = await till.begun()
    till.double.books.pay(intent)
    const body = JSON.stringify(till.double.books.events.at(-1))
    const sent = (at: number) => till.receiver(body, till.double.sign(body, at))
    expect(await sent(till.time.now + 301_000)).toBe(400)
    expect(await sent(till.time.now + 299_000)).toBe(200)
  })
})

describe('the webhook over HTTP', () => {
  it('reads the very bytes that were signed, and answers in JSON', async () => {
    const { booking, intent } = await till.begun()
    const routes = new FunctionRoutes({
      cookies: { secure: false },
      findAccount: async () => undefined,
      clock: () => till.time.now,
    })
    paymentRoutes(routes, till.parts)
    const server = createServer(express().use('/functions', routes.router))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const post = (body: string, signature: string) =>
      fetch(`${url}/functions/payment-webhook`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
        body,
      })
    till.double.books.pay(intent)
    const body = JSON.stringify(till.double.books.events.at(-1), null, 2)
    const forged = await post(body, 't=1,v1=0')
    expect([forged.status, await forged.json()]).toEqual([
      400,
      { code: 'signature', error: 'Failed to read the event' },
    ])
    const answered = await post(body, till.double.sign(body, till.time.now))
    expect([answered.status, await answered.json()]).toEqual([200, { received: true }])
    expect(till.booking(booking.id).status).toBe('confirmed')
    const verified = await fetch(`${url}/functions/verify-payment?id=${booking.id}`)
    expect([verified.status, await verified.json()]).toEqual([200, { paid: true }])
    await new Promise((closed) => server.close(closed))
  })
})

describe('a lost event', () => {
  it('costs nothing: the next sweep finds the payment, long before the hold ends', async () => {
    const { booking, intent } = await till.begun()
    till.double.books.pay(intent)
    till.time.now += 30_000
    await till.payments.sweep()
    expect(till.booking(booking.id).status).toBe('confirmed')
  })
})
