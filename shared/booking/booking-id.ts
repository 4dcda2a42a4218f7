import * as v from 'valibot'
import { getBusiness } from '#shared/content/site-content.ts'

/** A booking's public id: 128 random bits, URL-safe. */
export const BookingId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,64}$/))

/** Digits and capitals without those that look or sound alike (Crockford's Base32). */
const REFERENCE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const REFERENCE_LENGTH = 4

/**
 * The short name of a booking that a person can read out, such as `LYS-7F3K`. One in a million
 * pairs of bookings shares it, so it helps to find a booking and never identifies one.
 */
export function toReference(bookingId: string): string {
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5
  for (const letter of bookingId)
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  const letters = Array.from({ length: REFERENCE_LENGTH }, (_, place) =>
    REFERENCE_ALPHABET.charAt((hash >>> (32 - 5 * (place + 1))) & 31),
  )
  const prefix = getBusiness().name.slice(0, 3).toUpperCase()
  return `${prefix}-${letters.join('')}`
}
