// Dashes of all kinds, which separate groups of digits.
const DASHES = /[\u2010-\u2015\u2212]/g
// Invisible characters, such as the direction marks that address books put around numbers.
const INVISIBLE = /\p{Cf}/gu

/**
 * A phone number as people write or copy it, with plain digits, spaces and hyphens: without
 * invisible marks and the frame of a `tel:` link, and with digits of other scripts as 0 to 9.
 */
export function normalizePhoneText(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(DASHES, '-')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[^\P{Nd}0-9]/gu, toPlainDigit)
    .trim()
  return parseTelLink(plain) ?? plain
}

/** Unicode orders the ten digits of each script without a gap, from 0 to 9. */
function toPlainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

/** The number of a `tel:` link (RFC 3966), whose context holds the country code of a local number. */
function parseTelLink(text: string): string | undefined {
  if (!/^tel:/i.test(text)) return undefined
  const [number = '', ...parameters] = text.slice('tel:'.length).split(';')
  const find = (name: string) =>
    parameters.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
  const context = find('phone-context')
  const extension = find('ext')
  const whole =
    !number.startsWith('+') && context?.startsWith('+') ? `${context} ${number}` : number
  return extension ? formatExtension(whole, extension) : whole
}

// `ext.`, `extension`, `x`, Russian `доб.`, `#`, and the signs that phones show for a pause before
// an extension, each after at least six digits.
const EXTENSION_MARK =
  /(?<=(?:\d[\s().-]*){6})(?:[;,\s]*(?:ext|x|доб)[.:=\s]*|\s*#\s*|[,;]+\s*(?=\d{1,7}\s*$))/i

export interface PhoneParts {
  number: string
  /** The digits of the extension; empty if there are none. */
  extension: string
  /** Whether the text has the sign of an extension, perhaps still without its digits. */
  hasMark: boolean
}

/** Splits a normalized text before its extension. */
export function splitExtension(text: string): PhoneParts {
  const mark = EXTENSION_MARK.exec(text)
  if (!mark) return { number: text, extension: '', hasMark: false }
  const extension = text.slice(mark.index + mark[0].length).replaceAll(/\D/g, '')
  return { number: text.slice(0, mark.index), extension, hasMark: true }
}

/** The notation of ITU-T E.123: `+44 20 7946 0958 ext. 12`. */
export function formatExtension(number: string, extension: string): string {
  return extension ? `${number} ext. ${extension}` : number
}
