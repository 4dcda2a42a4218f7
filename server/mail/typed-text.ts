/** Control characters, and invisible characters that change the text direction. */
const invisiblePattern = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Typed text as one line without control characters, for a header, a subject or a calendar. */
export function toSingleLine(typed: string): string {
  return typed
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(invisiblePattern, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Typed text without control characters, with `\n` for each line break. */
export function toMultiLine(typed: string): string {
  return typed
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.replace(/\t/g, ' ').replace(invisiblePattern, '').trimEnd())
    .join('\n')
    .trim()
}

/** Parts that could be an address, a link or a telephone number. */
const contactPattern = /[<>@/\\]|[^\s.]\.\p{L}{2,}|\d{4,}|www/iu

/**
 * A person's name for a mail header; undefined if the text is not a plain name. Mail programs show
 * the name instead of the address, so it must not look like another address or a message.
 */
export function toHeaderName(typed: string): string | undefined {
  const line = toSingleLine(typed)
  const isPlain = /^\p{L}[\p{L}\p{M}\p{N} .'’-]*$/u.test(line) && line.length <= 60
  return isPlain && !contactPattern.test(line) ? line : undefined
}

/**
 * Short typed text that may appear in a mail to a guest; undefined if it is too long or could hold
 * a link. Anyone can book in another person's name, and must not be able to send that person a
 * message or a link in our mail.
 */
export function toQuotableText(typed: string): string | undefined {
  const line = toSingleLine(typed)
  return line && line.length <= 40 && !contactPattern.test(line) ? line : undefined
}
