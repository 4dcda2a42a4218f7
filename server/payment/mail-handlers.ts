import * as v from 'valibot'
import type { Database } from '#server/db/database.ts'
import { guestAddress } from '#server/mail/meeting.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { lateMoneyMail } from './mail-late-money.ts'
import { receiptMail } from './mail-receipt.ts'
import type { Booking, BookingPort, MailPort } from './ports.ts'
import { readReceipt } from './receipts.ts'
import { findReceipt, findRefund } from './store.ts'

interface PaymentMailParts {
  db: Database
  mails: MailQueue
  findBooking: BookingPort['find']
  /** A few free starts of the same service, UTC milliseconds. */
  otherTimes(booking: Booking): number[]
  /** The site's address, without a trailing slash. */
  siteUrl: string
}

const AboutReceipt = v.object({
  bookingId: v.string(),
  series: v.picklist(['real', 'demo']),
  number: v.number(),
})

const AboutLateMoney = v.object({ bookingId: v.string(), amount: v.number() })

/** The mails about money: each queued once, in the transaction of what it tells of. */
export function createPaymentMails(parts: PaymentMailParts): MailPort {
  registerReceipt(parts)
  registerLateMoney(parts)
  const { mails } = parts
  return {
    receipt(tx, { id: bookingId }, { series, number }) {
      const data: v.InferOutput<typeof AboutReceipt> = { bookingId, series, number }
      mails.add(tx, { kind: 'receipt', once: `${series}:${number}`, bookingId, data })
    },
    lateRefund(tx, { id: bookingId }, amount) {
      const data: v.InferOutput<typeof AboutLateMoney> = { bookingId, amount }
      mails.add(tx, { kind: 'late-money', once: bookingId, bookingId, data })
    },
  }
}

function registerReceipt({ db, mails, findBooking }: PaymentMailParts): void {
  mails.on({
    kind: 'receipt',
    data: AboutReceipt,
    render: async ({ bookingId, series, number }) => {
      const booking = findBooking(db.read, bookingId)
      const row = findReceipt(db.read, series, number)
      if (!booking || !row) throw new Error(`Receipt ${series} ${number} is gone`)
      const refund = row.refund_id ? findRefund(db.read, row.refund_id) : undefined
      const content = receiptMail(readReceipt(row), booking, refund?.state === 'settled')
      return { to: guestAddress(booking), content, always: true }
    },
  })
}

function registerLateMoney(parts: PaymentMailParts): void {
  const { db, mails, findBooking, otherTimes, siteUrl } = parts
  mails.on({
    kind: 'late-money',
    data: AboutLateMoney,
    render: async ({ bookingId, amount }) => {
      const booking = findBooking(db.read, bookingId)
      if (!booking) return undefined
      const againUrl = `${siteUrl}/service/${booking.service_type}`
      const content = lateMoneyMail({
        booking,
        amount,
        otherTimes: otherTimes(booking),
        againUrl,
      })
      return { to: guestAddress(booking), content, always: true }
    },
  })
}
