import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Booking, findBooking, updateStatus } from '#server/booking/store.ts'
import { bookingRow, NOW, openPostOffice, type PostOffice, paidRow } from './post-office.ts'

const HOUR = 3_600_000

let office: PostOffice

beforeEach(() => {
  office = openPostOffice()
})

afterEach(() => office.close())

type Queue = (tx: Parameters<PostOffice['booking']['accepted']>[0]) => void

async function send(row: Booking, queue: Queue, kind: string) {
  await office.keep(row)
  await office.db.write(queue)
  await office.jobs.drain()
  const { text, headers, calendar } = office.mail(kind)
  return { text: text.replaceAll(/\s+/g, ' '), subject: headers.get('subject'), calendar }
}

test('the mail about an accepted request asks for the payment, says until when, and is no invitation', async () => {
  const row = paidRow({
    status: 'awaiting_payment',
    payment: 'pending',
    hold_expires_at: NOW + 48 * HOUR,
  })
  const mail = await send(row, (tx) => office.booking.accepted(tx, row), 'accepted')
  expect(mail.subject).toMatch(/^Please pay to confirm: Bespoke Planning/)
  expect(mail.text).toContain('Your booking is confirmed once NOK 4,000 is paid.')
  expect(mail.text).toContain('Monday 23 November 2026, 13:00, Europe/Oslo (GMT+1)')
  expect(mail.text).toContain('https://lysning.example/booking/manage?id=')
  expect(mail.calendar).toBeUndefined()
})

test('the mail that offers other times names each in both zones, and takes the old one out of the calendar', async () => {
  const before = bookingRow()
  await office.keep(before)
  await office.db.write((tx) => office.booking.confirmed(tx, before))
  await office.jobs.drain()
  const starts = [before.starts_at + 24 * HOUR, before.starts_at + 27 * HOUR]
  await office.db.write((tx) => {
    updateStatus(tx, before.id, { status: 'needs_new_time', updated_at: NOW })
    const row = findBooking(tx, before.id)
    if (row) office.booking.offered(tx, row, starts)
  })
  await office.jobs.drain()
  const mail = office.mail('offered')
  const text = mail.text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('We are sorry: the time below is no longer possible.')
  expect(text).toContain('Thursday 26 November 2026, 15:15, Asia/Kathmandu (GMT+5:45)')
  expect(text).toContain('Thursday 26 November 2026, 13:30, Europe/Oslo (GMT+1)')
  expect(text).toContain('These times are not held')
  expect(mail.calendar).toContain('METHOD:CANCEL')
  expect(mail.calendar).toContain('SEQUENCE:1')
})

test('an offer in answer to a mere request has no calendar entry to take out', async () => {
  const row = bookingRow({ status: 'needs_new_time', sequence: 1 })
  const queue: Queue = (tx) => office.booking.offered(tx, row, [row.starts_at + HOUR])
  expect((await send(row, queue, 'offered')).calendar).toBeUndefined()
})

test('the owner’s cancellation says sorry, and exactly what goes back', async () => {
  const row = paidRow({ status: 'cancelled', sequence: 1 })
  const how = { refund: 100_000, by: 'owner' as const }
  const mail = await send(row, (tx) => office.booking.cancelled(tx, row, how), 'cancelled')
  expect(mail.text).toContain('We cannot keep this meeting, and we are sorry.')
  expect(mail.text).toContain('NOK 1,000 will be refunded to the card it was paid with.')
  expect(mail.text).not.toContain('NOK 4,000')
})

test('a cancellation after the meeting does not say that it will not take place', async () => {
  const row = paidRow({ status: 'cancelled', sequence: 1, starts_at: NOW - 24 * HOUR })
  const how = { refund: 400_000, by: 'owner' as const }
  const mail = await send(row, (tx) => office.booking.cancelled(tx, row, how), 'cancelled')
  expect(mail.text).toContain('We have removed this meeting from our calendar.')
  expect(mail.text).not.toContain('will not take place')
})

test('a confirmation that is asked for again goes out again, each time', async () => {
  const row = bookingRow()
  await office.keep(row)
  await office.db.write((tx) => {
    office.booking.confirmed(tx, row)
    office.booking.resent(tx, row, 'event-1')
    office.booking.resent(tx, row, 'event-1')
    office.booking.resent(tx, row, 'event-2')
  })
  await office.jobs.drain()
  const again = office.files().filter(([name]) => name.includes('confirmed-again'))
  expect(again).toHaveLength(2)
})
