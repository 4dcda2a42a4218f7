/** Arabic-Indic, Persian and full-width digits, which people type into phone numbers. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g

/** Fewest digits of a phone number, such as 112. */
const MIN_DIGITS = 3

/**
 * A `tel:` link for a number as people write it; undefined if the text has none. The first number counts;
 * text after it, such as an extension, is ignored.
 */
export function toPhoneLink(text: string): string | undefined {
  const plain = text
    .replaceAll(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('\uff0b', '+')
  const written = /\+?\d[\d\s().\u2010-\u2015\u2212-]*|\(\d[\d\s().\u2010-\u2015\u2212-]*/
    .exec(plain)
    ?.at(0)
  if (!written) return undefined
  // `+47 (0)22…`: the zero is dialled only without the country code.
  const isInternational = /^(\+|00)/.test(written)
  const digits = (isInternational ? written.replace(/\(0\)/, '') : written).replaceAll(/\D/g, '')
  if (digits.length < MIN_DIGITS) return undefined
  return `tel:${written.startsWith('+') ? '+' : ''}${digits}`
}

/** A link that opens an address in the phone's maps app. */
export function toMapLink(address: string, scheme: 'geo' | 'maps'): string {
  const query = encodeURIComponent(address.replaceAll(/\s+/g, ' ').trim())
  return scheme === 'geo' ? `geo:0,0?q=${query}` : `maps:?q=${query}`
}
