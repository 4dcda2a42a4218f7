import { toASCII } from 'punycode.js/punycode.es6.js'
import * as v from 'valibot'

/** Length limits of RFC 5321, in octets. */
const MAX_ADDRESS_BYTES = 254
const MAX_LOCAL_PART_BYTES = 64
const MAX_LABEL_LENGTH = 63

/** The `atext` of RFC 5322, with the letters, marks and digits of every script (RFC 6531). */
const ATOM = "[\\w!#$%&'*+/=?^`{|}~\\p{L}\\p{M}\\p{N}-]+"
const LOCAL_PART = new RegExp(`^${ATOM}(\\.${ATOM})*$`, 'u')

const INTERNATIONAL_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
const LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/
/** No numbers: a domain that ends in one would be an IP address. */
const TOP_LEVEL = /^([a-z]{2,}|xn--.+)$/

/**
 * The email address in the form in which it is stored and compared; undefined if the text is not
 * an address. The domain is ASCII (Punycode) and in lower case, as browsers' email fields send it.
 */
export function parseEmailAddress(text: string): string | undefined {
  const typed = text.trim().normalize('NFC')
  if (typed.length > MAX_ADDRESS_BYTES) return undefined
  const at = typed.lastIndexOf('@')
  const local = parseLocalPart(typed.slice(0, Math.max(at, 0)))
  const domain = parseDomain(typed.slice(at + 1))
  if (local === undefined || domain === undefined) return undefined
  const address = `${local}@${domain}`
  return countBytes(address) > MAX_ADDRESS_BYTES ? undefined : address
}

export function isEmailAddress(text: string): boolean {
  return parseEmailAddress(text) !== undefined
}

/** Whether both texts name one mailbox. Text that is not an address is trimmed and compared. */
export function isSameMailbox(a: string, b: string): boolean {
  const key = (text: string) => (parseEmailAddress(text) ?? text.trim()).toLowerCase()
  return key(a) === key(b)
}

/** Schema of an email address as people type it; the output is the stored form. */
export function emailAddressField(message: string) {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const address = parseEmailAddress(dataset.value)
      if (address !== undefined) return address
      addIssue({ message })
      return NEVER
    }),
  )
}

/** A program that decodes an address would find a line break, or the end of the text, in it. */
const ENCODED_CHARACTER = /%0[0ad]/i

function parseLocalPart(text: string): string | undefined {
  if (!LOCAL_PART.test(text) || ENCODED_CHARACTER.test(text)) return undefined
  if (countBytes(text) > MAX_LOCAL_PART_BYTES) return undefined
  // Mailboxes are looked up by SQLite's `lower()`, which changes ASCII letters only.
  return isAscii(text) ? text : text.toLowerCase()
}

function parseDomain(text: string): string | undefined {
  const unicode = text.normalize('NFKC').toLowerCase()
  if (!INTERNATIONAL_DOMAIN.test(unicode)) return undefined
  const domain = toASCII(unicode)
  const labels = domain.split('.')
  const isDomain =
    labels.length > 1 &&
    labels.every((label) => label.length <= MAX_LABEL_LENGTH && LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  return isDomain ? domain : undefined
}

export function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

/** Length in UTF-8; `shared` has no TextEncoder. */
function countBytes(text: string): number {
  return encodeURIComponent(text).replaceAll(/%../g, '_').length
}

// Fields of the site's forms: trimmed, limited in length, and empty if absent.

const tooLong = (max: number) => `Please keep this under ${max} characters.`

export const optionalText = (max: number) =>
  v.optional(v.pipe(v.string(), v.trim(), v.maxLength(max, tooLong(max))), '')

export const requiredText = (max: number, missing: string) =>
  v.pipe(v.optional(v.string(), ''), v.trim(), v.nonEmpty(missing), v.maxLength(max, tooLong(max)))

export const FirstName = requiredText(100, 'Please enter your first name.')
export const LastName = requiredText(100, 'Please enter your last name.')

export const INVALID_EMAIL_TEXT = 'Please enter an email address such as name@example.com.'

export const Email = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('Please enter your email.'),
  v.maxLength(254, 'This email address is too long.'),
  emailAddressField(INVALID_EMAIL_TEXT),
)
