import type { Trip } from '#shared/clients/client-fields.ts'
import { formatTripDates } from '#shared/clients/format-trip.ts'
import { formatCount } from '#shared/lib/format-number.ts'
import { formatLongDate } from './format-date-time.ts'

/** `9 clients` or `1 client` */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** `CM` of `Claire Marchetti`. */
export function getInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => word?.match(/\p{L}/u)?.[0] ?? '')
    .join('')
    .toUpperCase()
}

/** The value of a field as readable text. */
export function formatFieldValue(field: string, value: unknown): string {
  if (Array.isArray(value)) return formatListValue(value)
  if (typeof value !== 'string') return value == null ? '' : JSON.stringify(value)
  return field === 'lastContact' && value !== '' ? formatLongDate(value) : value
}

function formatListValue(list: unknown[]): string {
  const texts = list.map((item) => {
    if (typeof item === 'string') return item
    if (isTrip(item)) return `${item.place}, ${formatTripDates(item)}`
    return hasText(item) ? item.text : JSON.stringify(item)
  })
  return texts.join(list.every((item) => typeof item === 'string') ? ', ' : '\n')
}

function isTrip(item: unknown): item is Trip {
  return typeof item === 'object' && item !== null && 'place' in item && 'start' in item
}

function hasText(item: unknown): item is { text: string } {
  return typeof item === 'object' && item !== null && 'text' in item
}
