import { cancel } from '#server/booking/changes.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import type { Booking } from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import { type CapKind, capKinds } from '#shared/booking/caps.ts'
import { FLOOD_FROM, type Flood } from '#shared/booking/flood-api.ts'
import { openOfSender, type SenderOverCap, sendersOverCap, sumOfSender } from './store.ts'

/** What a sender did within their caps this long before they went over is shown along. */
const BEFORE = 86_400_000

interface SenderKey {
  kind: CapKind
  key: string
}

/** Every sender with several requests over the cap, the latest first. */
export function readFloods(tx: Tx, parts: Pick<BookingParts, 'clock'>): Flood[] {
  const now = parts.clock()
  return sendersOverCap(tx, FLOOD_FROM).map((sender) => {
    const { count, kept, mailboxes, names, since, until } = sumOfSender(tx, reach(sender, now))
    return {
      sender: `${sender.kind}:${sender.key}`,
      since: new Date(since).toISOString(),
      until: new Date(until).toISOString(),
      count,
      kept,
      mailboxes,
      names,
    }
  })
}

function reach(sender: SenderOverCap, now: number) {
  return { ...sender, from: sender.first - BEFORE, until: now, now }
}

/** Cancels what a sender made until an instant, and gives how many that were. */
export function cancelFlood(
  tx: Tx,
  parts: BookingParts,
  asked: { sender: string; until: number },
): number {
  const { kind, key } = keyOf(asked.sender)
  const sender = sendersOverCap(tx, 1).find((one) => one.kind === kind && one.key === key)
  if (!sender) return 0
  const open = openOfSender(tx, { ...reach(sender, parts.clock()), until: asked.until })
  const cancelled = open.map((booking) =>
    cancel(tx, parts, { booking, refund: 0, by: 'owner', together: open.length }),
  )
  for (const bookings of byMailbox(cancelled).values())
    parts.effects.cancelledTogether(tx, bookings)
  return cancelled.length
}

function keyOf(sender: string): SenderKey {
  const colon = sender.indexOf(':')
  const kind = capKinds.find((one) => one === sender.slice(0, colon))
  if (!kind) throw new Error(`No kind of sender: ${sender}`)
  return { kind, key: sender.slice(colon + 1) }
}

function byMailbox(bookings: readonly Booking[]): Map<string, Booking[]> {
  const groups = new Map<string, Booking[]>()
  for (const booking of bookings)
    groups.set(booking.mailbox, [...(groups.get(booking.mailbox) ?? []), booking])
  return groups
}
