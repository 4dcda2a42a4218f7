import type { BookingParts } from '#server/booking/ports.ts'
import { readSlotContext } from '#server/booking/queries.ts'
import type { Tx } from '#server/db/database.ts'
import { type Interval, listOpenStarts } from '#shared/booking/slots.ts'
import type { Service } from '#shared/content/service.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { hasConfirmedBooking, readSurgeStart, readTimesOfNewMailboxes } from './store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The surge begins when new mailboxes took this many free starts within an hour … */
const MIN_TAKEN = 10
/** … and more than this share of them, in 14 days. */
const MAX_SHARE = 1 / 4
const SURGE_DAYS = 14
/** Whether a surge goes on is counted in times of this length, whatever the services are. */
const COUNTED_MINUTES = 30

/** No booking takes so many starts that fewer bookings could take `MIN_TAKEN`. */
const MIN_BOOKINGS = 2

interface SurgeQuestion {
  service: Service
  start: number
  mailbox: string
}

/**
 * `surge` if a booking must be a request because mailboxes without an earlier booking took too many
 * times within an hour, from any addresses. Counts the next 14 days, and the 14 days around a
 * later start. While requests of a surge wait for the owner, the mailboxes that came with it stay new.
 */
export async function findSurge(
  tx: Tx,
  parts: BookingParts,
  { service, start, mailbox }: SurgeQuestion,
): Promise<'surge' | undefined> {
  if (!parts.isLimited) return undefined
  const now = parts.clock()
  const times = await readTimesOfNewMailboxes(tx, now - HOUR)
  if (times.length < MIN_BOOKINGS) return undefined
  const before = await readNewSince(tx, now)
  if (await hasConfirmedBooking(tx, { mailbox, before })) return undefined
  const next = { start: now, end: now + SURGE_DAYS * DAY }
  const half = (SURGE_DAYS / 2) * DAY
  const windows = start < next.end ? [next] : [next, { start: start - half, end: start + half }]
  for (const within of windows)
    if (await tookTooMuch(tx, parts, { service, now, within, times })) return 'surge'
  return undefined
}

/** Mailboxes without a confirmed booking before this instant are new, UTC milliseconds. */
export async function readNewSince(tx: Tx, now: number): Promise<number> {
  return Math.min(now, (await readSurgeStart(tx)) ?? now) - HOUR
}

/**
 * When the first booking of a surge was made, UTC milliseconds; undefined without a surge. It lasts
 * until an hour has passed and its requests are answered.
 */
export async function readSurge(
  tx: Tx,
  parts: BookingParts,
): Promise<{ newSince: number } | undefined> {
  if (!parts.isLimited) return undefined
  const now = parts.clock()
  const newSince = await readNewSince(tx, now)
  if ((await readSurgeStart(tx)) !== undefined) return { newSince }
  const times = await readTimesOfNewMailboxes(tx, now - HOUR)
  const within = { start: now, end: now + SURGE_DAYS * DAY }
  const service = { durationMinutes: COUNTED_MINUTES }
  const isOne =
    times.length >= MIN_BOOKINGS && (await tookTooMuch(tx, parts, { service, now, within, times }))
  return isOne ? { newSince } : undefined
}

interface Takings {
  service: Pick<Service, 'durationMinutes'>
  now: number
  within: Interval
  /** Times that new mailboxes took. */
  times: readonly Interval[]
}

async function tookTooMuch(
  tx: Tx,
  parts: BookingParts,
  { service, now, within, times }: Takings,
): Promise<boolean> {
  const context = await readSlotContext(tx, parts, { service, now, within })
  const { timeZone } = context.schedule
  const [from, to] = [within.start, within.end].map((at) => toWallTime(at, timeZone).date)
  if (from === undefined || to === undefined) throw new Error('A window has two ends')
  const countFree = (taken: readonly Interval[]) =>
    listOpenStarts(from, to, { ...context, taken }).filter(
      (start) => start >= within.start && start < within.end,
    ).length
  const recent = new Set(times.map(({ start }) => start))
  const before = countFree(context.taken.filter(({ start }) => !recent.has(start)))
  const tookStarts = before - countFree(context.taken)
  return tookStarts >= MIN_TAKEN && tookStarts > before * MAX_SHARE
}
