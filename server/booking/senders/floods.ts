import type { BookingParts } from '#server/booking/ports.ts'
import { cancelBooking } from '#server/booking/transitions.ts'
import type { Tx } from '#server/db/database.ts'
import { mapInOrder } from '#server/lib/in-order.ts'
import { FLOOD_THRESHOLD, type Flood, SURGE_SENDER } from '#shared/booking/flood-api.ts'
import { capKinds } from '#shared/booking/status.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import {
  findOpenBookings,
  findSendersOverCap,
  readCreationTimes,
  type SenderOverCap,
  type SenderRange,
  summarizeSender,
  toSenderId,
} from './store.ts'
import { readNewSince, readSurge } from './surge.ts'

/** ms. A flood includes bookings within the caps made this long before the first one over them. */
const FLOOD_LEAD = 86_400_000

/** The surge, and every sender with at least `FLOOD_THRESHOLD` requests over the cap, the latest first. */
export async function readFloods(tx: Tx, parts: BookingParts): Promise<Flood[]> {
  const now = parts.clock()
  const floods = await mapInOrder(await findSendersOverCap(tx, FLOOD_THRESHOLD), (sender) =>
    describeFlood(tx, toSenderId(sender), toSenderRange(sender, now)),
  )
  const surge = await readSurge(tx, parts)
  if (!surge) return floods
  const range = toSurgeRange(surge.newSince, now)
  const times = await readCreationTimes(tx, range)
  if (times.length === 0) return floods
  const madeAt = times.map((at) => toIsoTime(at))
  return [{ ...(await describeFlood(tx, SURGE_SENDER, range)), madeAt }, ...floods]
}

async function describeFlood(tx: Tx, sender: string, range: SenderRange): Promise<Flood> {
  const { count, kept, mailboxes, names, since, until } = await summarizeSender(tx, range)
  return {
    sender,
    since: toIsoTime(since),
    until: toIsoTime(until),
    count,
    blockingCount: kept,
    mailboxCount: mailboxes,
    names,
  }
}

function toSenderRange({ kind, key, first }: SenderOverCap, now: number): SenderRange {
  return { kind, key, from: first - FLOOD_LEAD, until: now, now }
}

function toSurgeRange(newSince: number, now: number): SenderRange {
  return { kind: 'surge', newSince, from: newSince, until: now, now }
}

interface FloodWindow {
  sender: string
  /** UTC milliseconds, both ends included. */
  from: number
  until: number
}

/** Cancels the open bookings that a sender made in a time window; returns how many. */
export async function cancelSenderFlood(
  tx: Tx,
  parts: BookingParts,
  { sender, from, until }: FloodWindow,
): Promise<number> {
  const range = await findFloodRange(tx, parts, sender)
  if (!range) return 0
  const open = await findOpenBookings(tx, { ...range, from: Math.max(range.from, from), until })
  const cancelled = await mapInOrder(open, (booking) =>
    cancelBooking(tx, parts, { booking, refund: 0, by: 'owner', groupSize: open.length }),
  )
  for (const bookings of groupBy(cancelled, ({ mailbox }) => mailbox).values())
    await parts.effects.onCancelledTogether(tx, bookings)
  return cancelled.length
}

async function findFloodRange(
  tx: Tx,
  parts: BookingParts,
  sender: string,
): Promise<SenderRange | undefined> {
  const now = parts.clock()
  if (sender === SURGE_SENDER) return toSurgeRange(await readNewSince(tx, now), now)
  const colon = sender.indexOf(':')
  const kind = capKinds.find((one) => one === sender.slice(0, colon))
  if (!kind) throw new Error(`Unknown kind of sender: ${sender}`)
  const key = sender.slice(colon + 1)
  const found = (await findSendersOverCap(tx, 1)).find(
    (one) => one.kind === kind && one.key === key,
  )
  return found && toSenderRange(found, now)
}
