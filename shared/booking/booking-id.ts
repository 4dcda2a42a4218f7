import * as v from 'valibot'

/** A booking's public id: 128 random bits, URL-safe. */
export const BookingId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,64}$/))
