import { isAddressOf } from '#shared/clients/addresses.ts'
import type { Client } from '#shared/clients/fields.ts'
import { fold } from '#shared/lib/fold.ts'

/** National digits without the prefix that one may have and the other not. */
const TELLING_DIGITS = 8

/** What two people have in common, in words. */
export function likeness(fields: Client, other: Client): string {
  if (isAddressOf(other, fields.email)) return 'the same e-mail address'
  if (ending(fields.phone) !== '' && ending(fields.phone) === ending(other.phone))
    return 'the same telephone number'
  return fold(fields.name) === fold(other.name) ? 'the same name' : 'a similar name'
}

function ending(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  return digits.length < TELLING_DIGITS ? '' : digits.slice(-TELLING_DIGITS)
}
