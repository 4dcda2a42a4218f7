import type { ClientView } from '#client/data/store/types.ts'
import { formatLongDate, toDisplayDate } from '#client/desk/kit/format-date-time.ts'
import type { Client } from '#shared/clients/client-fields.ts'
import { hasEmailAddress } from '#shared/clients/email-addresses.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'

/** `Added 3 March 2026`, or `Added on this device` if the server does not have the client yet. */
export function formatAdded({ createdAt }: ClientView): string {
  if (createdAt === undefined) return 'Added on this device'
  return `Added ${formatLongDate(toDisplayDate(createdAt))}`
}

/** `Two entries with the same email address` */
export function formatLikenessTitle({ client: a }: ClientView, { client: b }: ClientView): string {
  const [one, other] = hasEmailAddress(a, b.email) ? [b, a] : [a, b]
  return `Two entries with ${formatLikeness(one, other)}`
}

/**
 * Phone numbers are compared by their last digits, because one may lack the country or trunk
 * prefix.
 */
const COMPARED_DIGITS = 8

/** What two entries share: `the same email address` */
export function formatLikeness(fields: Client, other: Client): string {
  if (hasEmailAddress(other, fields.email)) return 'the same email address'
  if (
    getPhoneEnding(fields.phone) !== '' &&
    getPhoneEnding(fields.phone) === getPhoneEnding(other.phone)
  )
    return 'the same telephone number'
  return normalizeForSearch(fields.name) === normalizeForSearch(other.name)
    ? 'the same name'
    : 'a similar name'
}

function getPhoneEnding(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  return digits.length < COMPARED_DIGITS ? '' : digits.slice(-COMPARED_DIGITS)
}
