/** The number of rows of an untidy address book from many sources; the same rows each time. */
export const MESSY_ROWS = 500

/** The header row; some names occur twice. */
export const messyHeads = [
  'Full Name',
  'Company',
  'E-mail',
  'E-mail',
  'Mobile Phone',
  'City',
  'Last Contact',
  'Trip',
  'Trip start',
  'Trip end',
  'Diet',
  'Lead\u200b Source',
  'Notes',
]

type Row = string[]

const FIRST = ['Astrid', 'OLA', 'Kenji', 'Zoë', 'María José', 'Åse', '李', 'Priya', "D'Arcy", 'Bo']
const LAST = [
  'Hellevik',
  'NORDMANN',
  'Arai',
  'de la Cruz',
  'Ødegård',
  '小龙',
  'Raman',
  'O’Neill',
  'Vik',
]

function row(cells: Partial<Record<number, string>>): Row {
  return messyHeads.map((_, at) => cells[at] ?? '')
}

const named = (i: number) =>
  `${FIRST[i % FIRST.length] ?? ''} ${LAST[(i * 7) % LAST.length] ?? ''} ${i}`

const kinds: ((i: number) => Row)[] = [
  (i) => row({ 0: named(i), 2: `person.${i}@example.com`, 4: '+47 41 20 98 77', 6: '3 Nov 2025' }),
  (i) => row({ 0: named(i), 2: 'not an email', 4: 'ask reception', 6: '03.11.2025' }),
  (i) => row({ 0: named(i), 2: 'N/A', 4: 'N/A', 6: '2025-11-03', 12: 'null' }),
  (i) => row({ 0: named(i), 2: `a${i}@example.com; b${i}@example.com`, 6: '11/03/2025' }),
  (i) => row({ 0: named(i).toUpperCase(), 2: `CAPS${i}@EXAMPLE.COM`, 6: '11/23/2025' }),
  (i) => row({ 1: `Nine Rooms ${i} AS`, 2: 'post@ninerooms.example', 4: '22 33 44 55' }),
  (i) => row({ 0: named(i), 1: 'Nine Rooms AS', 2: 'post@ninerooms.example', 4: '22334455' }),
  (i) => row({ 0: `🧭 ${named(i)} 👩‍👩‍👧`, 2: `emoji${i}@example.com`, 12: '❤️ fjords' }),
  (i) => row({ 0: `=cmd|' /C calc'!A${i}`, 2: `=HYPERLINK("http://x")`, 12: '@SUM(A1)' }),
  (i) =>
    row({ 0: `\u200bZero\u200b Width ${i}`, 2: `zero\u200b${i}@example.com\ufeff`, 4: '\u200b' }),
  (i) => row({ 0: named(i), 12: `${'Long words. '.repeat(2500)}${i}` }),
  () => row({}),
  () => [''],
  (i) => [named(i)],
  (i) => [...row({ 0: named(i), 2: `many${i}@example.com` }), 'one more', `cell ${i}`],
  (i) =>
    row({ 0: named(i), 7: 'Lofoten', 8: '2 March 2026', 9: '09.03.2026', 10: 'Vegan; No nuts' }),
  (i) => row({ 0: named(i), 7: 'Lofoten in spring', 8: 'March', 9: 'later' }),
  (i) => row({ 2: `nameless${i}@example.com`, 12: 'Line one\nLine "two", quoted\r\nLine three' }),
  (i) => row({ 4: `1-800-NORWAY ext ${i}`, 5: 'Tromsø', 11: 'Fair; "Oslo"' }),
  (i) => row({ 0: 'x'.repeat(400 + i), 2: `${'long'.repeat(80)}@example.com` }),
]

/** `MESSY_ROWS` rows that cycle through all `kinds`. */
export const messyRows: Row[] = Array.from(
  { length: MESSY_ROWS },
  (_, i) => kinds[i % kinds.length]?.(i) ?? [],
)

/** CSV text as spreadsheets write it: quoted only where necessary. */
export function tableText(rows: readonly Row[], separator: string, lineEnd = '\r\n'): string {
  const needs = new RegExp(`[${separator}"\r\n]`)
  const cell = (text: string) => (needs.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows.map((one) => one.map(cell).join(separator) + lineEnd).join('')
}

export function messyFile(separator = ','): string {
  return tableText([messyHeads, ...messyRows], separator)
}

/** Encodes as Windows-1252; a character that is not Latin-1 becomes a question mark. */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from([...text], (sign) => {
    const code = sign.codePointAt(0) ?? 0
    return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : 0x3f
  })
}
