import type { BookingParts } from '#server/booking/ports.ts'
import { cancelBooking } from '#server/booking/transitions.ts'
import type { Tx } from '#server/db/database.ts'
import type { FormSender } from '#server/http/http-result.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { mapInOrder } from '#server/lib/in-order.ts'
import type { Keys } from '#server/lib/keys.ts'
import { normalizeMailbox, toNetwork } from '#server/lib/sender-identity.ts'
import { FLOOD_THRESHOLD, type Flood } from '#shared/booking/flood-api.ts'
import { type CapKind, capKinds } from '#shared/booking/status.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import {
  countCreated,
  countHolds,
  countUpcomingUnpaid,
  findOpenBookings,
  findSendersOverCap,
  type SenderOverCap,
  summarizeSender,
} from './store.ts'

/**
 * How many upcoming bookings without payment one sender may have: enough for a family with one
 * mailbox, a concierge with one browser and a hotel with one network address.
 */
const MAX_UPCOMING: Record<CapKind, number> = { network: 10, browser: 6, mailbox: 4 }

/** How many bookings without payment one sender may make in a day, cancelled ones included. */
const MAX_CREATED_PER_DAY: Record<CapKind, number> = { network: 20, browser: 12, mailbox: 8 }

/** How many unpaid holds one sender may have at once. */
const MAX_HOLDS: Record<CapKind, number> = { network: 6, browser: 3, mailbox: 6 }

const DAY = 86_400_000

/** What identifies a booking's sender, as the booking stores it. */
export type SenderKeys = Record<CapKind, string>

export function createSenderKeys(
  keys: Keys,
  { browserToken, ip }: FormSender,
  email: string,
): SenderKeys {
  return {
    network: keys.sign(`network:${toNetwork(ip)}`),
    browser: fingerprint(browserToken),
    mailbox: normalizeMailbox(email),
  }
}

/** The widest cap that a sender has reached (network first); undefined if none is reached. */
export async function findExceededCap(
  tx: Tx,
  parts: BookingParts,
  sender: SenderKeys,
): Promise<CapKind | undefined> {
  if (!parts.isLimited) return undefined
  const now = parts.clock()
  for (const kind of capKinds) {
    const criteria = { kind, key: sender[kind] }
    const isReached =
      (await countUpcomingUnpaid(tx, { ...criteria, after: now, limit: MAX_UPCOMING[kind] })) >=
        MAX_UPCOMING[kind] ||
      (await countCreated(tx, {
        ...criteria,
        after: now - DAY,
        limit: MAX_CREATED_PER_DAY[kind],
      })) >= MAX_CREATED_PER_DAY[kind]
    if (isReached) return kind
  }
  return undefined
}

export async function hasTooManyHolds(
  tx: Tx,
  parts: BookingParts,
  sender: SenderKeys,
): Promise<boolean> {
  if (!parts.isLimited) return false
  for (const kind of capKinds)
    if ((await countHolds(tx, { kind, key: sender[kind] })) >= MAX_HOLDS[kind]) return true
  return false
}

/** ms. A flood includes bookings within the caps made this long before the first one over them. */
const FLOOD_LEAD = 86_400_000

interface SenderKey {
  kind: CapKind
  key: string
}

/** Every sender with at least `FLOOD_THRESHOLD` requests over the cap, the latest first. */
export async function readFloods(tx: Tx, parts: Pick<BookingParts, 'clock'>): Promise<Flood[]> {
  const now = parts.clock()
  return mapInOrder(await findSendersOverCap(tx, FLOOD_THRESHOLD), async (sender) => {
    const {
      count,
      kept: blocking,
      mailboxes,
      names,
      since,
      until,
    } = await summarizeSender(tx, toSenderRange(sender, now))
    return {
      sender: `${sender.kind}:${sender.key}`,
      since: toIsoTime(since),
      until: toIsoTime(until),
      count,
      blockingCount: blocking,
      mailboxCount: mailboxes,
      names,
    }
  })
}

function toSenderRange(sender: SenderOverCap, now: number) {
  return { ...sender, from: sender.first - FLOOD_LEAD, until: now, now }
}

/** Cancels the open bookings that a sender made until an instant; returns how many. */
export async function cancelSenderFlood(
  tx: Tx,
  parts: BookingParts,
  flood: { sender: string; until: number },
): Promise<number> {
  const { kind, key } = parseSenderKey(flood.sender)
  const sender = (await findSendersOverCap(tx, 1)).find(
    (one) => one.kind === kind && one.key === key,
  )
  if (!sender) return 0
  const open = await findOpenBookings(tx, {
    ...toSenderRange(sender, parts.clock()),
    until: flood.until,
  })
  const cancelled = await mapInOrder(open, (booking) =>
    cancelBooking(tx, parts, { booking, refund: 0, by: 'owner', groupSize: open.length }),
  )
  for (const bookings of groupBy(cancelled, ({ mailbox }) => mailbox).values())
    await parts.effects.onCancelledTogether(tx, bookings)
  return cancelled.length
}

function parseSenderKey(sender: string): SenderKey {
  const colon = sender.indexOf(':')
  const kind = capKinds.find((one) => one === sender.slice(0, colon))
  if (!kind) throw new Error(`Unknown kind of sender: ${sender}`)
  return { kind, key: sender.slice(colon + 1) }
}
