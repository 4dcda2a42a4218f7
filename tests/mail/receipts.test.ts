import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { issueCreditNotes } from '#server/payment/credit-notes.ts'
import { issueReceipt } from '#server/payment/receipts.ts'
import { insertIntent, insertRefund } from '#server/payment/store.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { getSeller } from '#shared/payment/seller.ts'
import { buildIntent, buildRefund } from '#tests/support/payment/money-rows.ts'
import { type MailHarness, NOW, openMailHarness, paidRow } from './mail-harness.ts'

let office: MailHarness
const row = paidRow()

beforeEach(async () => {
  office = await openMailHarness({ otherTimes: async ({ starts_at }) => [starts_at + 3_600_000] })
})

afterEach(() => office.close())

async function sendMailsAfter(booking: typeof row, work: (tx: Tx) => Promise<void>) {
  await office.keep(booking)
  await office.db.write(work)
  await office.jobs.drain()
}

/** The amounts of net, VAT and total in a receipt's text, in minor units. */
function parseSums(text: string): number[] {
  return [...text.matchAll(/ NOK\u00a0(−?)([\d,]+)(?:\.(\d\d))?$/gm)].map(
    ([, sign, whole, rest = '00']) =>
      Number(`${whole?.replaceAll(',', '')}${rest}`) * (sign ? -1 : 1),
  )
}

describe('The emailed receipt', () => {
  test('contains number, date, both parties, service, and net, VAT and total that add up', async () => {
    await sendMailsAfter(row, async (tx) =>
      office.payment.queueReceipt(
        tx,
        row,
        await issueReceipt(tx, { booking: row, seller: getSeller() }, NOW),
      ),
    )
    const { text, headers } = office.mail('receipt')
    expect(headers.get('subject')).toBe('Receipt 1: Bespoke Planning, NOK 4,000')
    const required = [
      'Receipt number:\n  1\n',
      'Date:\n  Saturday 21 November 2026\n',
      getBusiness().legalName,
      `${getBusiness().organizationNumber} MVA`,
      getBusiness().address,
      'Buyer:\n  Elisabeth Sørbø\n',
      'Bespoke Planning, 30 minutes',
      'Date of service:\n  Wednesday 25 November 2026\n',
      'VAT 25%',
      'NOK\u00a04,000',
    ]
    for (const part of required) expect(text).toContain(part)
    expect(parseSums(text)).toEqual([320_000, 80_000, 400_000])
  })

  test('is sent once for each number, however often it is queued', async () => {
    await sendMailsAfter(row, async (tx) => {
      const receipt = await issueReceipt(tx, { booking: row, seller: getSeller() }, NOW)
      await office.payment.queueReceipt(tx, row, receipt)
      await office.payment.queueReceipt(tx, row, receipt)
    })
    expect(office.files()).toHaveLength(1)
  })

  test('for a demonstration is no proof of a sale, and states so', async () => {
    const demo = paidRow({ demo: 1 })
    await sendMailsAfter(demo, async (tx) =>
      office.payment.queueReceipt(
        tx,
        demo,
        await issueReceipt(tx, { booking: demo, seller: getSeller() }, NOW),
      ),
    )
    const { text } = office.mail('receipt')
    expect(text).toContain('Demo: no card is charged')
    expect(text).toContain('Receipt number:\n  DEMO-1\n')
    expect(text).toContain('Paid by:\n  No card: a demonstration\n')
    expect(text).toContain('this is not a valid receipt')
    expect(text).not.toMatch(/We have received|for the accounts/)
  })

  test('as a credit note names the receipt that it reverses, with negative amounts', async () => {
    await sendMailsAfter(row, (tx) => issueCreditNoteFor(tx, row))
    const { text, headers } = office.mail('receipt')
    expect(headers.get('subject')).toMatch(/^Credit note 2: /)
    expect(text).toContain('Corrects:\n  Receipt 1\n')
    expect(text).toContain('NOK\u00a04,000 is being refunded to the card')
    expect(text).toContain('Refunded to:\n  Card\n')
    expect(parseSums(text)).toEqual([-320_000, -80_000, -400_000])
  })

  test('as a credit note for a demonstration states that nothing is refunded, because nothing was charged', async () => {
    const demo = paidRow({ demo: 1 })
    await sendMailsAfter(demo, (tx) => issueCreditNoteFor(tx, demo))
    const { text, html } = office.mail('receipt')
    expect(text).toContain('No card was charged, so there is nothing to refund.')
    expect(text).toContain('Refunded to:\n  No card: a demonstration\n')
    expect(parseSums(text)).toEqual([-320_000, -80_000, -400_000])
    for (const part of [text, html]) expect(part).not.toMatch(/on its way|goes back to you|Banks/)
  })
})

/** Issues a receipt and a credit note for it; only the credit note is mailed to the guest. */
async function issueCreditNoteFor(tx: Tx, booking: typeof row): Promise<void> {
  await issueReceipt(tx, { booking, seller: getSeller() }, NOW)
  await insertIntent(tx, buildIntent({ booking_id: booking.id }))
  await insertRefund(tx, buildRefund({ booking_id: booking.id, state: 'done' }))
  for (const note of await issueCreditNotes(tx, booking, NOW))
    await office.payment.queueReceipt(tx, booking, note)
}

describe('A payment that arrived too late', () => {
  test('causes an email with the refund, exact to the øre, and other times in both time zones', async () => {
    await sendMailsAfter(row, (tx) => office.payment.queueLateRefund(tx, row, 400_000))
    const { text } = office.mail('late-money')
    expect(text).toContain('the meeting is not booked')
    expect(text).toContain('NOK\u00a04,000, will be refunded to the card')
    expect(text).toContain('- Wednesday 25 November 2026, 16:15, Asia/Kathmandu (GMT+5:45)')
    expect(text).toContain('Wednesday 25 November 2026, 11:30, Europe/Oslo (GMT+1)')
    expect(text).toContain('https://lysning.example/service/bespoke-planning')
  })
})
