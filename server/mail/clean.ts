/** Control characters, and the invisible ones that turn the reading direction around. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** What a person typed, as one line for a header, a subject or a calendar. */
export function oneLine(typed: string): string {
  return typed
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What a person typed, with its line breaks. */
export function manyLines(typed: string): string {
  return typed
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.replace(/\t/g, ' ').replace(invisible, '').trimEnd())
    .join('\n')
    .trim()
}

/** What gives a text an address, a link or a number to call. */
const telling = /[<>@/\\]|[^\s.]\.\p{L}{2,}|\d{4,}|www/iu

/**
 * A person's name for a header, or nothing where it is no plain name: mail programs show it in place
 * of the address, so it must not look like another address, a list of them or a message.
 */
export function headerName(typed: string): string {
  const line = oneLine(typed)
  const isPlain = /^\p{L}[\p{L}\p{M}\p{N} .'’-]*$/u.test(line) && line.length <= 60
  return isPlain && !telling.test(line) ? line : ''
}

/**
 * Free text that may be repeated to its recipient, or nothing: anyone can book in another's name, and
 * must not be able to send them a message or a link of their own in our mail.
 */
export function repeatable(typed: string): string | undefined {
  const line = oneLine(typed)
  return line && line.length <= 40 && !telling.test(line) ? line : undefined
}
