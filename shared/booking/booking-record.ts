import { toIsoInterval, toIsoTime, toIsoTimeOrNull } from '#shared/lib/date.ts'
import {
  countsAsRefunded,
  getRefundableAmount,
  type MoneyEvent,
  type RefundEvent,
  sumRefunds,
} from '#shared/payment/reversals.ts'
import type { Schedule } from '#shared/schedule/schema.ts'
import { toReference } from './booking-id.ts'
import type { DeskBooking, HistoryEntry } from './desk-api.ts'
import { checkAgreedSlot, type Interval } from './slots.ts'
import { type BookingStatus, blockingStatuses } from './status.ts'
import { formatClockTime, formatFullDate } from './zoned-time.ts'

/** A text whose numbers are instants, UTC milliseconds: each reader writes them in the owner's zone. */
export type TimedText = readonly (string | number)[]

/** What happened to a booking. */
export interface HistoryLine {
  /** The source and its id: `event 12`. The line with the sum has the key of the line without it. */
  key: string
  /** UTC milliseconds. */
  at: number
  kind: HistoryEntry['kind']
  text: TimedText
}

type DerivedField = 'ownerZone' | 'reference' | 'clash' | 'guestChanges'
type MoneyField =
  | 'amount'
  | 'currency'
  | 'purchase'
  | 'paidAt'
  | 'refunded'
  | 'refundable'
  | 'waitingRefunds'
  | 'failedRefunds'
  | 'refusedRefunds'
  | 'refundsElsewhere'
  | 'disputes'

/** What is stored about a booking, except its money. Instants are ISO 8601 unless they are numbers. */
export interface BookingRecord
  extends Omit<DeskBooking, 'id' | 'history' | DerivedField | MoneyField> {
  /** Until when it keeps others from booking, UTC milliseconds. */
  occupiedUntil: number
  /** Busy times of the calendar at which the owner keeps the meeting. */
  acceptedClashes: Interval[]
  guestChanges: Omit<DeskBooking['guestChanges'][number], 'isSeen'>[]
  history: HistoryLine[]
  /** It costs nothing, so it has no `BookingMoneyRecord`. */
  isFree: boolean
}

/** The price of a paid booking, and what has become of the money. */
export interface BookingMoneyRecord extends Pick<DeskBooking, 'currency' | 'purchase' | 'paidAt'> {
  amount: number
  events: MoneyEvent[]
  /** The lines that name a sum. */
  history: HistoryLine[]
}

/** The schedule, calendar, other bookings and clock, from which a booking's clash and free offers follow. */
export interface DeskContext {
  schedule: Pick<Schedule, 'timeZone' | 'bufferMinutes'>
  /** Busy times of the owner's calendar. */
  busy: readonly Interval[]
  /** The times of all bookings that block theirs. */
  taken: readonly TakenTime[]
  now: number
}

export interface TakenTime extends Interval {
  bookingId: string
}

/** Of a free booking, or of one whose money this device does not have yet. */
const NO_MONEY = {
  currency: 'nok',
  purchase: null,
  paidAt: null,
  events: [],
  history: [],
} as const satisfies Omit<BookingMoneyRecord, 'amount'>

export interface StoredBooking {
  id: string
  record: BookingRecord
  /** Undefined for a free booking, and on a device that has not pulled it yet. */
  money: BookingMoneyRecord | undefined
  /** The owner's mark on it; see `shared/desk/booking-marks.ts`. */
  seenUntil: number
}

/** A booking as the owner sees it now. */
export function toDeskBooking(booking: StoredBooking, context: DeskContext): DeskBooking {
  const { id, record, seenUntil } = booking
  const { occupiedUntil: _occupiedUntil, acceptedClashes, isFree, history, ...facts } = record
  const money = booking.money ?? { ...NO_MONEY, amount: isFree ? 0 : null }
  const { timeZone } = context.schedule
  const meeting = { start: Date.parse(record.start), end: Date.parse(record.end) }
  const clash = findClash({ ...meeting, status: record.status, acceptedClashes }, context)
  return {
    ...facts,
    ...summarizeMoney(record, money),
    id,
    ownerZone: timeZone,
    reference: toReference(id),
    offers: listFreeOffers(booking, context),
    clash: clash ? toIsoInterval(clash) : null,
    guestChanges: record.guestChanges.map((change) => ({
      ...change,
      isSeen: Date.parse(change.at) <= seenUntil,
    })),
    history: mergeHistories(history, money.history).map(({ at, kind, text }) => ({
      at: toIsoTime(at),
      kind,
      text: writeTimes(text, timeZone),
    })),
  }
}

type Money = Omit<BookingMoneyRecord, 'amount'> & Pick<DeskBooking, 'amount'>

function summarizeMoney(
  { payment }: BookingRecord,
  { amount, currency, purchase, paidAt, events }: Money,
): Pick<DeskBooking, MoneyField> {
  const refunds = events.filter((event) => event.kind === 'refund')
  const list = (selects: (refund: RefundEvent) => boolean) =>
    refunds
      .filter(selects)
      .map(({ id, amount, requestedAt }) => ({ id, amount, at: toIsoTime(requestedAt) }))
  return {
    ...{ amount, currency, purchase, paidAt },
    refunded: sumRefunds(events),
    refundable: getRefundableAmount({ payment, amount: amount ?? 0 }, events),
    waitingRefunds: list(({ state }) => state === 'waiting'),
    failedRefunds: list(({ state }) => state === 'failed'),
    refusedRefunds: list(({ state, isAcknowledged }) => state === 'refused' && !isAcknowledged),
    refundsElsewhere: list(
      ({ source, state, isAcknowledged }) =>
        source === 'provider' && countsAsRefunded(state) && !isAcknowledged,
    ),
    disputes: events.flatMap((event) =>
      event.kind === 'dispute'
        ? [
            {
              id: event.id,
              amount: event.amount,
              at: toIsoTime(event.at),
              state: event.state,
              answerBy: toIsoTimeOrNull(event.answerBy),
              isAcknowledged: event.isAcknowledged,
            },
          ]
        : [],
    ),
  }
}

interface Meeting extends Interval {
  status: BookingStatus
  acceptedClashes: readonly Interval[]
}

/**
 * The busy time that overlaps a meeting still to come; undefined if there is none or the owner
 * accepted it.
 */
function findClash(
  { start, end, status, acceptedClashes }: Meeting,
  { busy, now }: Pick<DeskContext, 'busy' | 'now'>,
): Interval | undefined {
  if (end <= now || !blockingStatuses.includes(status)) return undefined
  return busy.find(
    (time) =>
      time.start < end &&
      time.end > start &&
      !acceptedClashes.some((known) => known.start === time.start && known.end === time.end),
  )
}

/** The offered times that are still free. */
function listFreeOffers(
  { id, record: { offers, durationMinutes, pauseMinutes } }: StoredBooking,
  { taken, ...context }: DeskContext,
): string[] {
  if (offers.length === 0) return []
  const others = taken.filter(({ bookingId }) => bookingId !== id)
  const slots = {
    ...context,
    service: { durationMinutes, ...(pauseMinutes !== undefined && { pauseMinutes }) },
    taken: others,
  }
  return offers.filter((start) => checkAgreedSlot(Date.parse(start), slots) === 'open')
}

const SOURCES = ['made', 'event', 'money', 'mail', 'job']

/** The lines in order of time; one with a sum stands in for the same one without it. */
function mergeHistories(
  lines: readonly HistoryLine[],
  withSums: readonly HistoryLine[],
): HistoryLine[] {
  const byKey = new Map([...lines, ...withSums].map((line) => [line.key, line]))
  const rank = ({ key }: HistoryLine) => {
    const [source = '', id = ''] = key.split(' ')
    return { source: SOURCES.indexOf(source), id: source === 'event' ? Number(id) : 0 }
  }
  return [...byKey.values()].sort((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    return a.at - b.at || first.source - second.source || first.id - second.id
  })
}

function writeTimes(text: TimedText, zone: string): string {
  return text
    .map((part) => (typeof part === 'number' ? formatShortTime(part, zone) : part))
    .join('')
}

/** `Wed 25 November 2026, 10:30` */
function formatShortTime(instant: number, zone: string): string {
  return `${formatFullDate(instant, zone).replace(/^(\w{3})\w*/, '$1')}, ${formatClockTime(instant, zone)}`
}
