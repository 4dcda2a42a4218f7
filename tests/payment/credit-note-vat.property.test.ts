import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openPaymentHarness } from '#tests/support/payment/payment-harness.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'

/** Refunds a new booking in these parts; returns its credit notes. */
async function refundInParts(amounts: readonly number[]) {
  const harness = await openPaymentHarness()
  const { booking } = await harness.createPaidBooking()
  for (const amount of amounts) {
    await harness.db.write((tx) => harness.payments.refund(tx, booking, amount))
    await harness.drain()
  }
  const documents = await harness.listReceipts()
  await harness.close()
  return documents.filter(({ kind }) => kind === 'credit_note')
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, next) => total + next, 0)

it('The VAT of several credit notes is that of all refunds so far, less that of the earlier notes', async () => {
  const notes = await refundInParts([133_333, 133_333, 133_333, 1])
  expect(notes.map(({ vat }) => vat)).toEqual([-26_667, -26_666, -26_667, 0])
})

it('However a payment is refunded in parts, the notes have exactly its amount and its VAT, and none more VAT than amount', async () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 399_999 }), { maxLength: 6 })
  await assertProperty(
    fc.asyncProperty(cuts, async (at) => {
      const points = [0, ...at.sort((a, b) => a - b), 400_000]
      const amounts = points.slice(1).map((point, index) => point - (points[index] ?? 0))
      const notes = await refundInParts(amounts)
      expect(notes.map(({ total }) => -total)).toEqual(amounts)
      expect(sum(notes.map(({ vat }) => -vat))).toBe(80_000)
      for (const [index, { net, vat }] of notes.entries()) {
        expect(Math.min(-net, -vat)).toBeGreaterThanOrEqual(0)
        const soFar = sum(amounts.slice(0, index + 1))
        expect(sum(notes.slice(0, index + 1).map((note) => -note.vat))).toBe(Math.round(soFar / 5))
      }
    }),
    { numRuns: 6 },
  )
})
