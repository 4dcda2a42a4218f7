import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Booking, findBooking, updateStatus } from '#server/booking/store.ts'
import { insertIntent, insertRefund } from '#server/payment/store.ts'
import { buildIntent, buildRefund } from '#tests/support/payment/money-rows.ts'
import { bookingRow, type MailHarness, NOW, openMailHarness, paidRow } from './mail-harness.ts'

const HOUR = 3_600_000

let office: MailHarness

beforeEach(async () => {
  office = await openMailHarness()
})

afterEach(() => office.close())

type QueueMail = (tx: Parameters<MailHarness['booking']['onAccepted']>[0]) => Promise<void>

async function sendMailAbout(row: Booking, queue: QueueMail, kind: string) {
  await office.keep(row)
  await office.db.write(queue)
  await office.jobs.drain()
  const { text, headers, calendar } = office.mail(kind)
  return { text: text.replaceAll(/\s+/g, ' '), subject: headers.get('subject'), calendar }
}

test('The email about an accepted request asks for payment, gives the deadline, and is no invitation', async () => {
  const row = paidRow({
    status: 'awaiting_payment',
    payment: 'pending',
    hold_expires_at: NOW + 48 * HOUR,
  })
  const mail = await sendMailAbout(row, (tx) => office.booking.onAccepted(tx, row), 'accepted')
  expect(mail.subject).toMatch(/^Please pay to confirm: Bespoke Planning/)
  expect(mail.text).toContain('Your booking is confirmed once NOK 4,000 is paid.')
  expect(mail.text).toContain('Monday 23 November 2026, 13:00, Europe/Oslo (GMT+1)')
  expect(mail.text).toContain('https://lysning.example/booking/manage?id=')
  expect(mail.calendar).toBeUndefined()
})

test('The email that offers other times lists each in both time zones, and removes the old one from the calendar', async () => {
  const before = bookingRow()
  await office.keep(before)
  await office.db.write((tx) => office.booking.onConfirmed(tx, before))
  await office.jobs.drain()
  const starts = [before.starts_at + 24 * HOUR, before.starts_at + 27 * HOUR]
  await office.db.write(async (tx) => {
    await updateStatus(tx, before.id, { status: 'needs_new_time', updated_at: NOW })
    const row = await findBooking(tx, before.id)
    if (row) await office.booking.onOffered(tx, row, starts)
  })
  await office.jobs.drain()
  const mail = office.mail('offered')
  const text = mail.text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('I am sorry: the time below is no longer possible.')
  expect(text).toContain('Thursday 26 November 2026, 15:15, Asia/Kathmandu (GMT+5:45)')
  expect(text).toContain('Thursday 26 November 2026, 13:30, Europe/Oslo (GMT+1)')
  expect(text).toContain('These times are not held')
  expect(mail.calendar).toContain('METHOD:CANCEL')
  expect(mail.calendar).toContain('SEQUENCE:1')
})

test('The email that offers other times for an unconfirmed request has no calendar entry to remove', async () => {
  const row = bookingRow({ status: 'needs_new_time', sequence: 1 })
  const queue: QueueMail = (tx) => office.booking.onOffered(tx, row, [row.starts_at + HOUR])
  expect((await sendMailAbout(row, queue, 'offered')).calendar).toBeUndefined()
})

test('The email about the owner’s cancellation apologises, states the exact refund, and what a withdrawal still refunds', async () => {
  const row = paidRow({ status: 'cancelled', sequence: 1 })
  const how = { refund: 100_000, by: 'owner' as const }
  const mail = await sendMailAbout(
    row,
    async (tx) => {
      await insertIntent(tx, buildIntent({ booking_id: row.id }))
      await insertRefund(tx, buildRefund({ booking_id: row.id, amount: how.refund }))
      await office.booking.onCancelled(tx, row, how)
    },
    'cancelled',
  )
  expect(mail.text).toContain('I cannot keep this meeting, and I am sorry.')
  expect(mail.text).toContain('NOK 1,000 will be refunded to the card it was paid with.')
  expect(mail.text).toContain('NOK 3,000 is then refunded to you.')
  expect(mail.text).not.toContain('NOK 4,000')
})

test('The email about a cancellation after the meeting does not state that it will not take place', async () => {
  const row = paidRow({ status: 'cancelled', sequence: 1, starts_at: NOW - 24 * HOUR })
  const how = { refund: 400_000, by: 'owner' as const }
  const mail = await sendMailAbout(
    row,
    (tx) => office.booking.onCancelled(tx, row, how),
    'cancelled',
  )
  expect(mail.text).toContain('This meeting is no longer in my calendar.')
  expect(mail.text).not.toContain('will not take place')
})

test('A confirmation is sent again for each new request to resend it', async () => {
  const row = bookingRow()
  await office.keep(row)
  await office.db.write(async (tx) => {
    await office.booking.onConfirmed(tx, row)
    await office.booking.onResent(tx, row, 'event-1')
    await office.booking.onResent(tx, row, 'event-1')
    await office.booking.onResent(tx, row, 'event-2')
  })
  await office.jobs.drain()
  const again = office.files().filter(([name]) => name.includes('confirmed-again'))
  expect(again).toHaveLength(2)
})
