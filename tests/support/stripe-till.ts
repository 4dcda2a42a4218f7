import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { authorise, confirmPaid, expire, setPayment } from '#server/booking/commands.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { prepareRequest } from '#server/booking/request.ts'
import { type Booking, findBooking, lapsedHolds } from '#server/booking/store.ts'
import { type Database, query, type Tx } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import type { RefundTable } from '#server/db/tables.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { randomId } from '#server/lib/ids.ts'
import { createLog } from '#server/lib/log.ts'
import { beginPayment, confirmDemo, receiveEvent } from '#server/payment/commands.ts'
import { createProviders, Payments } from '#server/payment/payments.ts'
import type { PaymentParts } from '#server/payment/ports.ts'
import { readReceipt } from '#server/payment/receipts.ts'
import { intentOf, readMoney } from '#server/payment/store.ts'
import { readBusyTimes, readSchedule } from '#server/schedule/store.ts'
import type { ServiceType } from '#shared/booking/catalogue.ts'
import type { Receipt } from '#shared/payment/receipt.ts'
import { bookingFields } from './forms.ts'
import { testKeys } from './keys.ts'
import { TODAY } from './site.ts'
import { type Receiver, StripeDouble } from './stripe-double.ts'

export const BROWSER = 'the-browser-of-the-visitor'
export const HOLD = 15 * 60_000

interface SentMail {
  kind: string
  booking: string
  label?: string
  amount?: number
}

export interface Till {
  db: Database
  double: StripeDouble
  time: { now: number }
  parts: PaymentParts
  payments: Payments
  /** The mails sent, in order. */
  sent: SentMail[]
  /** Makes a hold for a paid service at the next free hour; it belongs to the browser `BROWSER`. */
  hold(service?: ServiceType): Promise<Booking>
  /** A hold whose payment has begun; `intent` is the provider's id. */
  begun(): Promise<{ booking: Booking; intent: string }>
  /** A booking that was paid in time. */
  paid(): Promise<{ booking: Booking; intent: string }>
  booking(id: string): Booking
  refunds(): RefundTable[]
  receipts(): Receipt[]
  /** The number of five-minute cells that a booking occupies. */
  cells(id: string): number
  /** Runs all jobs that are due. */
  drain(): Promise<void>
  receiver: Receiver
  close(): Promise<void>
}

interface Wishes {
  kind?: 'card' | 'demo'
  timeout?: number
  /** How long a request waits for the provider, in milliseconds. */
  requestLimit?: number
}

/**
 * Payments on a real database file with the real bookings and jobs; the real SDK talks to the
 * provider's double.
 */
export async function openTill(wishes: Wishes = {}): Promise<Till> {
  const { kind = 'card', timeout = 5_000, requestLimit } = wishes
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'till-'))
  const db = openDatabase(dataDir)
  const double = await StripeDouble.start()
  const time = { now: TODAY }
  const clock = () => time.now
  const log = createLog('silent')
  const jobs = new JobQueue({ db, clock, log })
  const rules = bookingRules(kind, clock)
  const sent = collectMails(jobs)
  const { secretKey, publishableKey, webhookSecret, url: apiBase } = double
  const keys = { secretKey, publishableKey, webhookSecret, apiBase, timeout, retries: 0 }
  const parts: PaymentParts = {
    ...(requestLimit && { requestLimit }),
    db,
    clock,
    newId: randomId,
    keys: testKeys,
    log,
    bookings: bookingPort(rules),
    jobs,
    mails: mailPort(jobs, clock),
    providers: createProviders({ kind, ...keys }, { db, clock, newId: randomId, keys: testKeys }),
  }
  const payments = new Payments(parts)
  let taken = 0
  const hold = (service: ServiceType = 'bespoke-planning') =>
    takeHold({ db, rules, service, turn: taken++ })
  const begun = async () => {
    const booking = await hold()
    const result = await beginPayment(parts, askFor(booking), BROWSER)
    if (!result.ok) throw new Error(result.refusal.code)
    return { booking, intent: intentOf(db.read, booking.id)?.id ?? '' }
  }
  const paid = async () => {
    const { booking, intent } = await begun()
    if (kind === 'card') double.books.pay(intent)
    else await payDemo(parts, booking)
    await payments.settle(booking.id)
    return { booking: findBooking(db.read, booking.id) as Booking, intent }
  }
  return {
    db,
    double,
    time,
    parts,
    payments,
    sent,
    hold,
    begun,
    paid,
    booking: (id) => findBooking(db.read, id) as Booking,
    refunds: () => db.read.all(query.selectFrom('refund').selectAll()),
    receipts: () =>
      db.read
        .all(query.selectFrom('receipt').selectAll().orderBy('series').orderBy('number'))
        .map(readReceipt),
    cells: (id) =>
      db.read.all(query.selectFrom('occupied_cell').selectAll().where('booking_id', '=', id))
        .length,
    drain: () => jobs.drain(),
    receiver: async (body, signature) => {
      const result = await receiveEvent(parts, Buffer.from(body), signature)
      return result.ok ? 200 : result.status
    },
    close: async () => {
      await payments.stop()
      await double.close()
      db.close()
      fs.rmSync(dataDir, { recursive: true })
    },
  }
}

/** What the site's own page sends to begin a payment. */
export function askFor({ id, service_type, amount, currency }: Booking) {
  return { bookingId: id, serviceType: service_type, amount, currency }
}

async function payDemo(parts: PaymentParts, booking: Booking): Promise<void> {
  const intent = intentOf(parts.db.read, booking.id)
  const { clientSecret = '' } =
    (intent && (await parts.providers.of('demo')?.retrieve(intent.id))) ?? {}
  const asked = { bookingId: booking.id, clientSecret, outcome: 'succeed' as const }
  await confirmDemo(parts, asked, BROWSER)
}

function bookingRules(payments: 'card' | 'demo', clock: () => number): BookingParts {
  const nothing = () => {}
  return {
    clock,
    newId: randomId,
    keys: testKeys,
    payments,
    limited: false,
    rooms: false,
    readSchedule,
    readBusyTimes,
    readMoney,
    readCalendar: () => undefined,
    effects: {
      confirmed: nothing,
      requested: nothing,
      moved: nothing,
      placed: nothing,
      cancelled: nothing,
      cancelledTogether: nothing,
      accepted: nothing,
      offered: nothing,
      unanswered: nothing,
      unpaid: nothing,
      resent: nothing,
    },
    refund: nothing,
    settleRefund: () => false,
  }
}

function bookingPort(rules: BookingParts): PaymentParts['bookings'] {
  return {
    find: findBooking,
    authorise: (tx, id, { browser, sig }) => authorise(tx, rules, { id, proof: { browser, sig } }),
    confirmPaid: (tx, id) => confirmPaid(tx, rules, id),
    expire: (tx, id) => expire(tx, rules, id),
    setPayment: (tx, id, payment) => setPayment(tx, rules, { id, payment }),
    lapsedHolds,
  }
}

function mailPort(jobs: JobQueue, clock: () => number): PaymentParts['mails'] {
  const add = (tx: Tx, once: string, mail: SentMail) =>
    jobs.add(tx, { kind: 'test-mail', dedupe: once, payload: mail, runAt: clock() })
  return {
    receipt: (tx, booking, { kind, label }) =>
      add(tx, `mail:${kind}:${label}`, { kind, booking: booking.id, label }),
    // The key is random, so that a second mail would show.
    lateRefund: (tx, booking, amount) =>
      add(tx, `mail:${randomId()}`, { kind: 'late-refund', booking: booking.id, amount }),
  }
}

function collectMails(jobs: JobQueue): SentMail[] {
  const sent: SentMail[] = []
  jobs.on('test-mail', async (payload) => {
    sent.push(payload as SentMail)
  })
  return sent
}

interface Wanted {
  db: Database
  rules: BookingParts
  service: ServiceType
  /** The number of holds made before. */
  turn: number
}

async function takeHold({ db, rules, service, turn }: Wanted): Promise<Booking> {
  // One hold an hour, eight a day, on the working days from Tuesday 24 November on.
  const day = Math.floor(turn / 8)
  const date = 24 + day + (day > 3 ? 2 : 0)
  const start = Date.UTC(2026, 10, date, 8 + (turn % 8))
  const fields = bookingFields({
    service_type: service.replaceAll('-', '_'),
    start: new Date(start).toISOString(),
  })
  const prepared = prepareRequest(fields, rules)
  if (!prepared.ok) throw new Error(prepared.refusal.error)
  const answer = await db.write((tx) =>
    prepared.value(tx, { browser: BROWSER, ip: `192.0.2.${turn}` }),
  )
  if (!answer.bookingId) throw new Error(JSON.stringify(answer.body))
  return findBooking(db.read, answer.bookingId) as Booking
}
