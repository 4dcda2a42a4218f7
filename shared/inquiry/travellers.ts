/** Most grown-ups, and most children, that one form has room for. */
export const MOST_TRAVELLERS = 20

export const travellerFields = ['first_name', 'last_name', 'relationship'] as const

export type TravellerField = (typeof travellerFields)[number]

/** The wire name of a field of an additional traveller; the first has index 0. */
export function travellerName(index: number, field: TravellerField): string {
  return `travelers.${index}.${field}`
}

/** A count as typed, within its limits; `least` where it is not readable. */
export function countOf(text: string | undefined, least: number): number {
  const count = /^\d{1,3}$/.test(text?.trim() ?? '') ? Number(text) : least
  return Math.min(Math.max(count, least), MOST_TRAVELLERS)
}

interface Companion {
  index: number
  kind: 'adult' | 'child'
  /** `Traveller 2, adult`: the person who writes is the first. */
  title: string
}

/** Who travels beside the person who writes: the other adults, then the children. */
export function companionsOf(fields: Record<string, string>): Companion[] {
  const adults = countOf(fields.adults, 1) - 1
  const children = countOf(fields.children, 0)
  return Array.from({ length: adults + children }, (_, index) => {
    const kind = index < adults ? 'adult' : 'child'
    return { index, kind, title: `Traveller ${index + 2}, ${kind}` }
  })
}
