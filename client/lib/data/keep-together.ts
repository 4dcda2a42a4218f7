/**
 * A text whose lines break neither inside a date, a time span or a number, nor between a number and its
 * unit: with no-break spaces.
 */
export function keepTogether(text: string): string {
  return text
    .replaceAll(/(?<=\d) (?=\S)| (?=to \d)|(?<= to) (?=\d)/g, '\u00a0')
    .replaceAll(/(?<=\d\u00a0\p{Lu}\p{Ll}+) (?=\d{4}\b)/gu, '\u00a0')
}
