import { readImportFile } from '#client/data/import/import-file.ts'
import type { Encoding, ImportMapping } from '#client/data/import/types.ts'

const NOW = '2026-11-21T12:00:00.000Z'

/** The columns as the import recognises them. */
const unchanged: ImportMapping = { targets: {}, dateOrders: {} }

/** One byte per character. */
export const toBytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

export function openImport(content: string | Uint8Array, name: string, encoding?: Encoding) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return readImportFile(bytes, name, { encoding, pause: async () => undefined })
}

/** Reads every row of a file as the import does without the owner's changes. */
export async function readImport(
  content: string | Uint8Array,
  name = 'list.csv',
  options: { encoding?: Encoding; mapping?: ImportMapping } = {},
) {
  const { encoding, mapping = unchanged } = options
  const file = await openImport(content, name, encoding)
  const rows = Array.from({ length: file.view.rows }, (_, at) => file.parseRow(at, mapping, NOW))
  return { view: file.view, rows, clients: rows.map(({ set }) => set) }
}

export const buildCard = (...lines: string[]) =>
  ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\n')

export async function readCard(...lines: string[]) {
  const { clients } = await readImport(buildCard(...lines), 'contacts.vcf')
  return clients[0] ?? {}
}

/** The number of rows of an untidy address book from many sources; the same rows each time. */
export const MESSY_ROWS = 500

/** The header row; some names occur twice. */
export const messyHeaders = [
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

function buildRow(cells: Partial<Record<number, string>>): Row {
  return messyHeaders.map((_, at) => cells[at] ?? '')
}

const buildName = (i: number) =>
  `${FIRST[i % FIRST.length] ?? ''} ${LAST[(i * 7) % LAST.length] ?? ''} ${i}`

const rowBuilders: ((i: number) => Row)[] = [
  (i) =>
    buildRow({
      0: buildName(i),
      2: `person.${i}@example.com`,
      4: '+47 41 20 98 77',
      6: '3 Nov 2025',
    }),
  (i) => buildRow({ 0: buildName(i), 2: 'not an email', 4: 'ask reception', 6: '03.11.2025' }),
  (i) => buildRow({ 0: buildName(i), 2: 'N/A', 4: 'N/A', 6: '2025-11-03', 12: 'null' }),
  (i) => buildRow({ 0: buildName(i), 2: `a${i}@example.com; b${i}@example.com`, 6: '11/03/2025' }),
  (i) => buildRow({ 0: buildName(i).toUpperCase(), 2: `CAPS${i}@EXAMPLE.COM`, 6: '11/23/2025' }),
  (i) => buildRow({ 1: `Nine Rooms ${i} AS`, 2: 'post@ninerooms.example', 4: '22 33 44 55' }),
  (i) =>
    buildRow({ 0: buildName(i), 1: 'Nine Rooms AS', 2: 'post@ninerooms.example', 4: '22334455' }),
  (i) => buildRow({ 0: `🧭 ${buildName(i)} 👩‍👩‍👧`, 2: `emoji${i}@example.com`, 12: '❤️ fjords' }),
  (i) => buildRow({ 0: `=cmd|' /C calc'!A${i}`, 2: `=HYPERLINK("http://x")`, 12: '@SUM(A1)' }),
  (i) =>
    buildRow({
      0: `\u200bZero\u200b Width ${i}`,
      2: `zero\u200b${i}@example.com\ufeff`,
      4: '\u200b',
    }),
  (i) => buildRow({ 0: buildName(i), 12: `${'Long words. '.repeat(2500)}${i}` }),
  () => buildRow({}),
  () => [''],
  (i) => [buildName(i)],
  (i) => [...buildRow({ 0: buildName(i), 2: `many${i}@example.com` }), 'one more', `cell ${i}`],
  (i) =>
    buildRow({
      0: buildName(i),
      7: 'Lofoten',
      8: '2 March 2026',
      9: '09.03.2026',
      10: 'Vegan; No nuts',
    }),
  (i) => buildRow({ 0: buildName(i), 7: 'Lofoten in spring', 8: 'March', 9: 'later' }),
  (i) =>
    buildRow({ 2: `nameless${i}@example.com`, 12: 'Line one\nLine "two", quoted\r\nLine three' }),
  (i) => buildRow({ 4: `1-800-NORWAY ext ${i}`, 5: 'Tromsø', 11: 'Fair; "Oslo"' }),
  (i) => buildRow({ 0: 'x'.repeat(400 + i), 2: `${'long'.repeat(80)}@example.com` }),
]

/** `MESSY_ROWS` rows that cycle through all `rowBuilders`. */
export const messyRows: Row[] = Array.from(
  { length: MESSY_ROWS },
  (_, i) => rowBuilders[i % rowBuilders.length]?.(i) ?? [],
)

/** CSV text as spreadsheets write it: quoted only where necessary. */
export function formatTable(rows: readonly Row[], separator: string, lineEnd = '\r\n'): string {
  const needs = new RegExp(`[${separator}"\r\n]`)
  const cell = (text: string) => (needs.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows.map((one) => one.map(cell).join(separator) + lineEnd).join('')
}

export function buildMessyFile(separator = ','): string {
  return formatTable([messyHeaders, ...messyRows], separator)
}

/** Encodes as Windows-1252; a character that is not Latin-1 becomes a question mark. */
export function encodeWindows1252(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...text], (sign) => {
    const code = sign.codePointAt(0) ?? 0
    return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : 0x3f
  })
}
