import type { ClientView } from '#client/book/store/types.ts'
import { dateHere, plainDateWords } from '#client/desk/clients/day-of.ts'
import { likeness } from '#client/desk/clients/form/likeness.ts'
import { isAddressOf } from '#shared/clients/addresses.ts'

/** `Added 3 March 2026`; of one that the server does not have yet, `Added on this device`. */
export function addedWords({ createdAt }: ClientView): string {
  if (createdAt === undefined) return 'Added on this device'
  return `Added ${plainDateWords(dateHere(createdAt))}`
}

/** What the two have in common, as the reason to ask. */
export function likenessWords({ client: a }: ClientView, { client: b }: ClientView): string {
  const [one, other] = isAddressOf(a, b.email) ? [b, a] : [a, b]
  return `Two entries with ${likeness(one, other)}`
}

/** `Elisabeth Vance, Boston. Added 3 March 2026.` */
export function matchWords(view: ClientView): string {
  const { name, location } = view.client
  return `${[name, location].filter(Boolean).join(', ')}. ${addedWords(view)}.`
}

/** `3 trips, 1 dated note`: what an entry holds beside its fields. */
export function holdingsWords({ client: { trips, journal } }: ClientView): string {
  const counts = [
    [trips.length, 'trip', 'trips'],
    [journal.length, 'dated note', 'dated notes'],
  ] as const
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, more]) => `${count} ${count === 1 ? one : more}`)
    .join(', ')
}
