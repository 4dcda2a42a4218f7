import { cancel } from '#server/booking/changes.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import type { Tx } from '#server/db/database.ts'
import type { Sender } from '#server/http/answer.ts'
import { fingerprint } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { mailboxOf, networkOf } from '#server/lib/sender-identity.ts'
import { FLOOD_FROM, type Flood } from '#shared/booking/flood-api.ts'
import { type CapKind, capKinds } from '#shared/booking/status.ts'
import { isoTime } from '#shared/lib/date.ts'
import { groupBy } from '#shared/lib/group.ts'
import {
  countHolds,
  countKept,
  countMade,
  openOfSender,
  type SenderOverCap,
  sendersOverCap,
  sumOfSender,
} from './store.ts'

/**
 * How many upcoming bookings without payment one sender may have: enough for a family with one
 * mailbox, a concierge with one browser and a hotel with one network address.
 */
const MOST_KEPT: Record<CapKind, number> = { network: 10, browser: 6, mailbox: 4 }

/** How many bookings without payment one sender may make in a day, cancelled ones included. */
const MOST_MADE_IN_A_DAY: Record<CapKind, number> = { network: 20, browser: 12, mailbox: 8 }

/** How many unpaid holds one sender may have at once. */
const MOST_HOLDS: Record<CapKind, number> = { network: 6, browser: 3, mailbox: 6 }

const DAY = 86_400_000

/** What identifies a booking's sender, as the booking stores it. */
export type SenderKeys = Record<CapKind, string>

export function senderKeys(keys: Keys, { browser, ip }: Sender, email: string): SenderKeys {
  return {
    network: keys.sign(`network:${networkOf(ip)}`),
    browser: fingerprint(browser),
    mailbox: mailboxOf(email),
  }
}

/** The widest cap that a sender has reached (network first); undefined if none is reached. */
export function overCap(tx: Tx, parts: BookingParts, sender: SenderKeys): CapKind | undefined {
  if (!parts.limited) return undefined
  const now = parts.clock()
  return capKinds.find((kind) => {
    const asked = { kind, key: sender[kind] }
    return (
      countKept(tx, { ...asked, after: now, most: MOST_KEPT[kind] }) >= MOST_KEPT[kind] ||
      countMade(tx, { ...asked, after: now - DAY, most: MOST_MADE_IN_A_DAY[kind] }) >=
        MOST_MADE_IN_A_DAY[kind]
    )
  })
}

export function holdsTooMany(tx: Tx, parts: BookingParts, sender: SenderKeys): boolean {
  if (!parts.limited) return false
  return capKinds.some((kind) => countHolds(tx, { kind, key: sender[kind] }) >= MOST_HOLDS[kind])
}

/** ms. A flood includes bookings within the caps made this long before the first one over them. */
const BEFORE = 86_400_000

interface SenderKey {
  kind: CapKind
  key: string
}

/** Every sender with at least `FLOOD_FROM` requests over the cap, the latest first. */
export function readFloods(tx: Tx, parts: Pick<BookingParts, 'clock'>): Flood[] {
  const now = parts.clock()
  return sendersOverCap(tx, FLOOD_FROM).map((sender) => {
    const { count, kept, mailboxes, names, since, until } = sumOfSender(tx, reach(sender, now))
    return {
      sender: `${sender.kind}:${sender.key}`,
      since: isoTime(since),
      until: isoTime(until),
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

/** Cancels the open bookings that a sender made until an instant; returns how many. */
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
  for (const bookings of groupBy(cancelled, ({ mailbox }) => mailbox).values())
    parts.effects.cancelledTogether(tx, bookings)
  return cancelled.length
}

function keyOf(sender: string): SenderKey {
  const colon = sender.indexOf(':')
  const kind = capKinds.find((one) => one === sender.slice(0, colon))
  if (!kind) throw new Error(`No kind of sender: ${sender}`)
  return { kind, key: sender.slice(colon + 1) }
}
