import type { Trip } from '#shared/clients/fields.ts'
import { tripDates } from '#shared/clients/trip-words.ts'
import { countText } from '#shared/lib/number-words.ts'
import { plainDateWords } from './day-of.ts'

/** `9 clients` or `1 client` */
export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

/** `CM` of `Claire Marchetti`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => word?.match(/\p{L}/u)?.[0] ?? '')
    .join('')
    .toUpperCase()
}

/** The value of a field as readable text. */
export function valueWords(field: string, value: unknown): string {
  if (Array.isArray(value)) return listWords(value)
  if (typeof value !== 'string') return value == null ? '' : JSON.stringify(value)
  return field === 'lastContact' && value !== '' ? plainDateWords(value) : value
}

function listWords(list: unknown[]): string {
  const words = list.map((item) => {
    if (typeof item === 'string') return item
    if (isTrip(item)) return `${item.place}, ${tripDates(item)}`
    return hasText(item) ? item.text : JSON.stringify(item)
  })
  return words.join(list.every((item) => typeof item === 'string') ? ', ' : '\n')
}

function isTrip(item: unknown): item is Trip {
  return typeof item === 'object' && item !== null && 'place' in item && 'start' in item
}

function hasText(item: unknown): item is { text: string } {
  return typeof item === 'object' && item !== null && 'text' in item
}
