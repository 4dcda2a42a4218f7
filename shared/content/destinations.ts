/** The countries that visitors can choose in the forms for bookings and enquiries. */
export const destinationChoices = [
  'Norway',
  'Denmark',
  'Sweden',
  'Iceland',
  'Other Nordic Country',
] as const

export type Destination = (typeof destinationChoices)[number]

export const OTHER_DESTINATION: Destination = 'Other Nordic Country'

/** `Norway, Faroe Islands`: the free text replaces the choice `OTHER_DESTINATION`. */
export function formatDestinations(destinations: readonly string[], other: string): string {
  return destinations
    .map((name) => (name === OTHER_DESTINATION && other.trim() ? other.trim() : name))
    .join(', ')
}
