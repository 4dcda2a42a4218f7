import type { BookingParts } from '#server/booking/ports.ts'
import type { Tx } from '#server/db/database.ts'
import type { FormSender } from '#server/http/http-result.ts'
import { fingerprint } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { normalizeMailbox, toNetworks } from '#server/lib/sender-identity.ts'
import { type CapKind, capKinds } from '#shared/booking/status.ts'
import { countBySender, countHolds } from './store.ts'

interface Cap {
  /** How many upcoming bookings without payment one sender may have. */
  upcoming: number
  /** How many bookings without payment one sender may make in a day, cancelled ones included. */
  createdPerDay: number
  /** How many unpaid holds one sender may have at once. */
  holds: number
}

/**
 * Enough for a family with one mailbox, a concierge with one browser and a hotel with one network
 * address. The networks are those of `toNetworks`: what a sender can do with all addresses of a
 * /48, or of an IPv4 /24, stays below the block's cap.
 */
const CAPS: Record<CapKind, Cap> = {
  block: { upcoming: 30, createdPerDay: 60, holds: 18 },
  site: { upcoming: 12, createdPerDay: 24, holds: 8 },
  network: { upcoming: 10, createdPerDay: 20, holds: 6 },
  browser: { upcoming: 6, createdPerDay: 12, holds: 3 },
  mailbox: { upcoming: 4, createdPerDay: 8, holds: 6 },
}

const DAY = 86_400_000

/** What identifies a booking's sender, as the booking stores it. */
export type SenderKeys = Record<CapKind, string>

export function createSenderKeys(
  keys: Keys,
  { browserToken, ip }: FormSender,
  email: string,
): SenderKeys {
  const { block, site, network } = toNetworks(ip)
  return {
    block: keys.sign(`block:${block}`),
    site: keys.sign(`site:${site}`),
    network: keys.sign(`network:${network}`),
    browser: fingerprint(browserToken),
    mailbox: normalizeMailbox(email),
  }
}

/** The widest cap that a sender has reached (networks first); undefined if none is reached. */
export async function findExceededCap(
  tx: Tx,
  parts: BookingParts,
  sender: SenderKeys,
): Promise<CapKind | undefined> {
  if (!parts.isLimited) return undefined
  const now = parts.clock()
  const counts = await countBySender(tx, sender, { now, since: now - DAY, limits: CAPS })
  const exceeded = counts.filter(
    ({ kind, upcoming, created }) =>
      upcoming >= CAPS[kind].upcoming || created >= CAPS[kind].createdPerDay,
  )
  return capKinds.find((kind) => exceeded.some((one) => one.kind === kind))
}

export async function hasTooManyHolds(
  tx: Tx,
  parts: BookingParts,
  sender: SenderKeys,
): Promise<boolean> {
  if (!parts.isLimited) return false
  return (await countHolds(tx, sender)).some(({ kind, held }) => held >= CAPS[kind].holds)
}
