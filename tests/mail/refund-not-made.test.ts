import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertIntent, insertRefund, saveDispute } from '#server/payment/store.ts'
import { buildDispute, buildIntent, buildRefund } from '#tests/support/payment/money-rows.ts'
import { type MailHarness, openMailHarness, paidRow } from './mail-harness.ts'

let office: MailHarness
const row = paidRow()

beforeEach(async () => {
  office = await openMailHarness()
  await office.keep(row)
})

afterEach(() => office.close())

test.each([
  ['dispute', 'Your bank is handling a dispute about this payment'],
  ['card', 'another way to refund it'],
] as const)(
  'A guest who was told of a refund that cannot be made (%s) is sent the truth, once',
  async (cause, sentence) => {
    const refund = { refundId: 're', amount: 400_000, cause }
    for (let turn = 0; turn < 2; turn += 1)
      await office.db.write((tx) => office.payment.queueRefundNotMade(tx, row, refund))
    await office.jobs.drain()
    const { text, headers } = office.mail('refund-not-made')
    expect(headers.get('subject')).toMatch(/^Refund of NOK.4,000 not made: Bespoke Planning/)
    expect(text).toMatch(/I wrote that NOK.4,000 would be refunded to you\./)
    expect(text).toContain(sentence)
  },
)

test('An email never promises a refund of money that has gone back or that a bank holds', async () => {
  const confirm = async (key: string) => {
    await office.db.write((tx) => office.booking.onResent(tx, row, key))
    await office.jobs.drain()
    return office.read().at(-1)?.text ?? ''
  }
  expect(await confirm('first')).toMatch(/If you cancel by then, NOK.4,000 is refunded/)
  await office.db.write(async (tx) => {
    await insertIntent(tx, buildIntent({ booking_id: row.id }))
    await insertRefund(tx, buildRefund({ booking_id: row.id, amount: 100_000, state: 'done' }))
  })
  expect(await confirm('second')).toMatch(/If you cancel by then, NOK.3,000 is refunded/)
  await office.db.write((tx) => saveDispute(tx, buildDispute({ booking_id: row.id })))
  expect(await confirm('third')).not.toMatch(/is refunded/)
})
