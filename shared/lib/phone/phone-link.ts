import { normalizePhoneText, splitExtension } from './phone-text.ts'

/** Fewest digits of a phone number, such as 112. */
const MIN_DIALLED_DIGITS = 3

// In these countries the zero belongs to the number, also after the country code.
const KEEPS_ZERO = /^\+?(39|378)/

/**
 * A `tel:` link for a number as people write it; undefined if the text has none. The first number
 * counts; text after it, such as an extension, is ignored.
 */
export function toPhoneLink(text: string): string | undefined {
  const { number } = splitExtension(normalizePhoneText(text))
  const written = /\+?\s*\d[\d\s().-]*|\(\+?\s*\d[\d\s().-]*/.exec(number)?.at(0)
  if (!written) return undefined
  // `+47 (0)22…`: the zero is dialled only without the country code.
  const isInternational = /^\(?(\+|00)/.test(written)
  const dropsZero = isInternational && !KEEPS_ZERO.test(written.replace(/^00/, ''))
  const digits = (dropsZero ? written.replace(/\(\s*0\s*\)/, '') : written).replaceAll(/\D/g, '')
  if (digits.length < MIN_DIALLED_DIGITS) return undefined
  const plus = /^\(?\+/.test(written) ? '+' : ''
  return `tel:${plus}${digits}`
}
