import type { ClientView } from '#client/book/store/types.ts'
import { dateHere, plainDateWords } from '#client/desk/clients/day-of.ts'
import { isAddressOf } from '#shared/clients/addresses.ts'
import type { Client } from '#shared/clients/fields.ts'
import { fold } from '#shared/lib/fold.ts'

/** `Added 3 March 2026`, or `Added on this device` if the server does not have the client yet. */
export function addedWords({ createdAt }: ClientView): string {
  if (createdAt === undefined) return 'Added on this device'
  return `Added ${plainDateWords(dateHere(createdAt))}`
}

/** `Two entries with the same e-mail address` */
export function likenessWords({ client: a }: ClientView, { client: b }: ClientView): string {
  const [one, other] = isAddressOf(a, b.email) ? [b, a] : [a, b]
  return `Two entries with ${likeness(one, other)}`
}

/**
 * Phone numbers are compared by their last digits, because one may lack the country or trunk
 * prefix.
 */
const TELLING_DIGITS = 8

/** What two entries have in common: `the same e-mail address` */
export function likeness(fields: Client, other: Client): string {
  if (isAddressOf(other, fields.email)) return 'the same email address'
  if (ending(fields.phone) !== '' && ending(fields.phone) === ending(other.phone))
    return 'the same telephone number'
  return fold(fields.name) === fold(other.name) ? 'the same name' : 'a similar name'
}

function ending(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  return digits.length < TELLING_DIGITS ? '' : digits.slice(-TELLING_DIGITS)
}
