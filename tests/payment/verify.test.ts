import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkSignature } from '#server/booking/links.ts'
import { updateStatus } from '#server/booking/store.ts'
import { verify } from '#server/payment/commands.ts'
import { testKeys } from '#tests/support/keys.ts'
import { BROWSER, HOLD, openTill, type Till } from '#tests/support/stripe-till.ts'

let till: Till

beforeEach(async () => {
  till = await openTill()
})

afterEach(async () => {
  expect(till.double.violations).toEqual([])
  await till.close()
})

const paid = { ok: true, value: { paid: true } }
const refused = (status: number, code: string) => ({
  ok: false,
  status,
  refusal: { code, error: 'Failed to verify payment' },
})

describe('the return page asks whether a booking is paid', () => {
  it('and hears yes, even before any event came, because the provider is asked', async () => {
    const { booking, intent } = await till.begun()
    till.double.books.pay(intent)
    expect(await verify(till.parts, booking.id, {})).toEqual(paid)
    expect(till.booking(booking.id).status).toBe('confirmed')
    expect(await verify(till.parts, booking.id, { browser: BROWSER })).toEqual(paid)
  })

  it('and hears "processing" only with the cookie or the link of that booking', async () => {
    const { booking } = await till.begun()
    const sig = linkSignature(testKeys, booking.id)
    const processing = refused(409, 'processing')
    expect(await verify(till.parts, booking.id, { browser: BROWSER })).toEqual(processing)
    expect(await verify(till.parts, booking.id, { sig })).toEqual(processing)
    const stranger = await verify(till.parts, booking.id, { browser: 'another-browser' })
    const unknown = await verify(till.parts, 'x'.repeat(22), { browser: BROWSER })
    expect(stranger).toEqual(refused(404, 'not_found'))
    expect(unknown).toEqual(stranger)
  })

  it('and hears "processing" while the provider cannot be asked', async () => {
    const { booking, intent } = await till.begun()
    till.double.books.pay(intent)
    till.time.now += HOLD
    till.double.fail('500', 'GET /v1/payment_intents/')
    const answer = await verify(till.parts, booking.id, { browser: BROWSER })
    expect(answer).toEqual(refused(409, 'processing'))
    expect(await verify(till.parts, booking.id, { browser: BROWSER })).toEqual(paid)
  })

  it.each(['free', 'expired', 'refunded late', 'paid and cancelled'])(
    'and does not hear yes for a booking that is %s',
    async (what) => {
      const proof = { browser: BROWSER }
      const { booking, intent } = await till.begun()
      if (what === 'free')
        await till.db.write((tx) => {
          updateStatus(tx, booking.id, { status: 'confirmed', payment: 'none', updated_at: 0 })
        })
      if (what === 'expired') till.time.now += HOLD
      if (what === 'refunded late') {
        await till.db.write((tx) => till.parts.bookings.expire(tx, booking.id))
        till.double.books.pay(intent)
        await till.payments.settle(booking.id)
      }
      if (what === 'paid and cancelled') {
        till.double.books.pay(intent)
        await till.payments.settle(booking.id)
        await till.db.write((tx) =>
          updateStatus(tx, booking.id, { status: 'cancelled', updated_at: 0 }),
        )
      }
      expect(await verify(till.parts, booking.id, proof)).toEqual(refused(404, 'not_found'))
    },
  )
})
