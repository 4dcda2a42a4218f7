import type { BookingParts } from '#server/booking/ports.ts'
import type { Tx } from '#server/db/database.ts'
import type { Sender } from '#server/http/form-answer.ts'
import { fingerprint } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { mailboxOf, networkOf } from '#server/lib/sender-identity.ts'
import { type CapKind, capKinds } from '#shared/booking/caps.ts'
import { countHolds, countKept, countMade } from './store.ts'

/**
 * How many coming bookings nobody has paid for one sender may keep: enough for a family at one mailbox,
 * a concierge at one browser, and a hotel behind one address.
 */
const MOST_KEPT: Record<CapKind, number> = { network: 10, browser: 6, mailbox: 4 }

/** How many one sender may make in a day, those included that were cancelled since. */
const MOST_MADE_IN_A_DAY: Record<CapKind, number> = { network: 20, browser: 12, mailbox: 8 }

/** Times held at once by somebody who is about to pay. */
const MOST_HOLDS: Record<CapKind, number> = { network: 6, browser: 3, mailbox: 6 }

const DAY = 86_400_000

/** What a booking's sender is told apart by, as the booking stores it. */
export type SenderKeys = Record<CapKind, string>

export function senderKeys(keys: Keys, { browser, ip }: Sender, email: string): SenderKeys {
  return {
    network: keys.sign(`network:${networkOf(ip)}`),
    browser: fingerprint(browser),
    mailbox: mailboxOf(email),
  }
}

/** By what a sender has all that one may have without being asked; undefined below every cap. */
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
