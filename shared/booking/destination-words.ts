import { OTHER_DESTINATION } from './catalogue.ts'

/** `Norway, Faroe Islands`: the free text stands for the choice that asked for it. */
export function destinationWords(destinations: readonly string[], other: string): string {
  return destinations
    .map((name) => (name === OTHER_DESTINATION && other.trim() ? other.trim() : name))
    .join(', ')
}
