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

/** The client of a file with one card. */
export async function readCard(...lines: string[]) {
  const { clients } = await readImport(buildCard(...lines), 'contacts.vcf')
  return clients[0] ?? {}
}
