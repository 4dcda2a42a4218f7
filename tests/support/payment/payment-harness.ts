import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { prepareBooking } from '#server/booking/booking-form.ts'
import {
  confirmPaid,
  expireHold,
  findAuthorizedBooking,
  recordReversal,
  setPayment,
} from '#server/booking/commands.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { type Booking, findBooking, findExpiredHolds } from '#server/booking/store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { RefundTable } from '#server/db/tables-payment.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { randomId } from '#server/lib/ids.ts'
import { createLog } from '#server/lib/log.ts'
import { beginPayment, confirmDemo, receiveEvent } from '#server/payment/commands.ts'
import { createProviders, Payments } from '#server/payment/payments.ts'
import type { PaymentParts } from '#server/payment/ports.ts'
import { toReceipt } from '#server/payment/receipts.ts'
import { findIntentByBooking, readMoneyEvents } from '#server/payment/store.ts'
import { readBusyTimes, readSchedule } from '#server/schedule/store.ts'
import type { ServiceType } from '#shared/content/service.ts'
import type { Receipt } from '#shared/payment/receipt.ts'
import { getSeller } from '#shared/payment/seller.ts'
import { openDatabase } from '#tests/support/db/database.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { testKeys } from '#tests/support/server/keys.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { type Receiver, StripeDouble } from './stripe-double.ts'

export const BROWSER = 'the-browser-of-the-visitor'
export const HOLD = 15 * 60_000

interface SentMail {
  kind: string
  booking: string
  label?: string
  amount?: number
}

export interface PaymentHarness {
  db: Database
  double: StripeDouble
  time: { now: number }
  parts: PaymentParts
  payments: Payments
  /** The mails sent, in order. */
  sentMails: SentMail[]
  /** Makes a hold for a paid service at the next free hour; it belongs to the browser `BROWSER`. */
  createHold(service?: ServiceType): Promise<Booking>
  /** A hold whose payment has begun; `intent` is the provider's id. */
  createStartedPayment(): Promise<{ booking: Booking; intent: string }>
  /** A booking that was paid in time. */
  createPaidBooking(): Promise<{ booking: Booking; intent: string }>
  getBooking(id: string): Promise<Booking>
  listRefunds(): Promise<RefundTable[]>
  listReceipts(): Promise<Receipt[]>
  /** The number of five-minute cells that a booking occupies. */
  countCells(id: string): Promise<number>
  /** Runs all jobs that are due. */
  drain(): Promise<void>
  receiver: Receiver
  close(): Promise<void>
}

interface HarnessOptions {
  kind?: 'card' | 'demo'
  timeout?: number
  /** How long a request waits for the provider, in milliseconds. */
  requestLimit?: number
}

/**
 * Payments on a real database file with the real bookings and jobs; the real SDK talks to the
 * provider's double.
 */
export async function openPaymentHarness(wishes: HarnessOptions = {}): Promise<PaymentHarness> {
  const { kind = 'card', timeout = 5_000, requestLimit } = wishes
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'till-'))
  const db = await openDatabase(dataDir)
  const double = await StripeDouble.start()
  const time = { now: TODAY }
  const clock = () => time.now
  const log = createLog('silent')
  const jobs = new JobQueue({ db, clock, log })
  const rules = createBookingRules(kind, clock)
  const sent = collectMails(jobs)
  const { secretKey, publishableKey, webhookSecret, url: apiBase } = double
  const keys = { secretKey, publishableKey, webhookSecret, apiBase, timeout, retries: 0 }
  const parts: PaymentParts = {
    ...(requestLimit && { requestTimeout: requestLimit }),
    db,
    clock,
    newId: randomId,
    keys: testKeys,
    log,
    bookings: createBookingPort(rules),
    jobs,
    mails: createMailPort(jobs, clock),
    seller: getSeller(),
    providers: createProviders({ kind, ...keys }, { db, clock, newId: randomId, keys: testKeys }),
  }
  const payments = new Payments(parts)
  let holdCount = 0
  const hold = (service: ServiceType = 'bespoke-planning') =>
    takeHold({ db, rules, service, turn: holdCount++ })
  const begin = async () => {
    const booking = await hold()
    const result = await beginPayment(parts, toPaymentInput(booking), BROWSER)
    if (!result.ok) throw new Error(result.refusal.code)
    return { booking, intent: (await findIntentByBooking(db.read, booking.id))?.id ?? '' }
  }
  const paid = async () => {
    const { booking, intent } = await begin()
    if (kind === 'card') double.state.pay(intent)
    else await payDemo(parts, booking)
    await payments.settle(booking.id)
    return { booking: (await findBooking(db.read, booking.id)) as Booking, intent }
  }
  return {
    db,
    double,
    time,
    parts,
    payments,
    sentMails: sent,
    createHold: hold,
    createStartedPayment: begin,
    createPaidBooking: paid,
    getBooking: async (id) => (await findBooking(db.read, id)) as Booking,
    listRefunds: () => db.read.selectFrom('refund').selectAll().execute(),
    listReceipts: async () =>
      (
        await db.read
          .selectFrom('receipt')
          .selectAll()
          .orderBy('series')
          .orderBy('number')
          .execute()
      ).map(toReceipt),
    countCells: async (id) =>
      (await db.read.selectFrom('occupied_cell').selectAll().where('booking_id', '=', id).execute())
        .length,
    drain: () => jobs.drain(),
    receiver: async (body, signature) => {
      const result = await receiveEvent(parts, Buffer.from(body), signature)
      return result.ok ? 200 : result.status
    },
    close: async () => {
      await payments.stop()
      await double.close()
      await db.close()
      fs.rmSync(dataDir, { recursive: true })
    },
  }
}

/** What the site's own page sends to begin a payment. */
export function toPaymentInput({ id, service_type, amount, currency }: Booking) {
  return { bookingId: id, serviceType: service_type, amount, currency }
}

async function payDemo(parts: PaymentParts, booking: Booking): Promise<void> {
  const intent = await findIntentByBooking(parts.db.read, booking.id)
  const { clientSecret = '' } =
    (intent && (await parts.providers.get('demo')?.retrieve(intent.id))) ?? {}
  const input = { bookingId: booking.id, clientSecret, outcome: 'succeed' as const }
  await confirmDemo(parts, input, BROWSER)
}

function createBookingRules(payments: 'card' | 'demo', clock: () => number): BookingParts {
  const nothing = async () => {}
  return {
    clock,
    newId: randomId,
    keys: testKeys,
    payments,
    isVatRegistered: true,
    isLimited: false,
    canCreateRooms: false,
    readSchedule,
    findSiteVersion: async () => undefined,
    readBusyTimes,
    readMoneyEvents,
    readCalendarState: async () => undefined,
    effects: {
      onConfirmed: nothing,
      onRequested: nothing,
      onMoved: nothing,
      onLocationChanged: nothing,
      onCancelled: nothing,
      onCancelledTogether: nothing,
      onAccepted: nothing,
      onOffered: nothing,
      onUnanswered: nothing,
      onUnpaid: nothing,
      onResent: nothing,
    },
    refund: nothing,
    markRefundSettled: async () => false,
    acknowledgeReversals: nothing,
  }
}

function createBookingPort(rules: BookingParts): PaymentParts['bookings'] {
  return {
    find: findBooking,
    findAuthorized: (tx, id, { browserToken: browser, signature: sig }) =>
      findAuthorizedBooking(tx, rules, { id, proof: { browserToken: browser, signature: sig } }),
    confirmPaid: (tx, id) => confirmPaid(tx, rules, id),
    expireHold: (tx, id) => expireHold(tx, rules, id),
    setPayment: (tx, id, payment) => setPayment(tx, rules, { id, payment }),
    recordReversal: (tx, booking_id, entry) => recordReversal(tx, rules, { booking_id, ...entry }),
    findExpiredHolds,
  }
}

function createMailPort(jobs: JobQueue, clock: () => number): PaymentParts['mails'] {
  const add = async (tx: Tx, once: string, mail: SentMail) => {
    await jobs.add(tx, { kind: 'test-mail', dedupeKey: once, payload: mail, runAt: clock() })
  }
  return {
    // The keys are random, so that a second mail would show.
    queueReceipt: (tx, booking, { kind, label }) =>
      add(tx, `mail:${randomId()}`, { kind, booking: booking.id, label }),
    queueLateRefund: (tx, booking, amount) =>
      add(tx, `mail:${randomId()}`, { kind: 'late-refund', booking: booking.id, amount }),
    queueRefundNotMade: (tx, booking, { amount, cause }) =>
      add(tx, `mail:${randomId()}`, { kind: `not-made ${cause}`, booking: booking.id, amount }),
  }
}

function collectMails(jobs: JobQueue): SentMail[] {
  const sent: SentMail[] = []
  jobs.on('test-mail', async (payload) => {
    sent.push(payload as SentMail)
  })
  return sent
}

interface HoldOptions {
  db: Database
  rules: BookingParts
  service: ServiceType
  /** The number of holds made before. */
  turn: number
}

async function takeHold({ db, rules, service, turn }: HoldOptions): Promise<Booking> {
  // One hold an hour, eight a day, on the working days from Tuesday 24 November on.
  const day = Math.floor(turn / 8)
  const date = 24 + day + (day > 3 ? 2 : 0)
  const start = Date.UTC(2026, 10, date, 8 + (turn % 8))
  const fields = buildBookingFields({
    service_type: service.replaceAll('-', '_'),
    start: new Date(start).toISOString(),
  })
  const prepared = await prepareBooking(db.read, rules, fields)
  if (!prepared.ok) throw new Error(prepared.refusal.error)
  const answer = await db.write((tx) =>
    prepared.value(tx, { browserToken: BROWSER, ip: `192.0.2.${turn}` }),
  )
  if (!answer.bookingId) throw new Error(JSON.stringify(answer.body))
  return (await findBooking(db.read, answer.bookingId)) as Booking
}
