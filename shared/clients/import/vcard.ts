import { type ExportedClient, formatField } from '#shared/clients/client-export.ts'
import { type Client, toClient } from '#shared/clients/client-fields.ts'
import { type ExportColumn, exportColumns, getColumnName } from './import-columns.ts'

/** Names this program in the cards that it exports (RFC 6350, section 6.7.3). */
export const PRODUCT_ID = '-//Lysning//Clients//EN'

/** Prefix of our own property names, for fields that vCard has no property for. */
const PROPERTY_PREFIX = 'X-LYSNING-'

const customColumns: ExportColumn[] = exportColumns.filter(
  (column) =>
    !['id', 'name', 'email', 'otherEmails', 'phone', 'location', 'notes'].includes(column),
)

/** Longest line in bytes, without its line break (RFC 6350, section 3.2). */
const MAX_LINE_BYTES = 75

export function formatClientsVcard(clients: readonly ExportedClient[]): string {
  return clients.map((one) => formatVcard({ ...toClient(one), id: one.id })).join('')
}

function formatVcard(client: Client & { id: string }): string {
  const { id, name, email, otherEmails, phone, location, notes } = client
  const own = customColumns.map((column) => [toPropertyName(column), formatField(client, column)])
  const lines = [
    ['UID', id],
    ['FN', name],
    ['EMAIL;PREF=1', email],
    ...otherEmails.map((other) => ['EMAIL', other]),
    ['TEL', phone],
    ['NOTE', notes],
    ...own,
  ].filter(([, value]) => value !== '')
  const address = location ? [`ADR:;;;${escapeValue(location)};;;`] : []
  const head = ['BEGIN:VCARD', 'VERSION:4.0', `PRODID:${PRODUCT_ID}`]
  return [...head, ...lines.map(formatLine), ...address, 'END:VCARD']
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')
}

function formatLine([name = '', value = '']: string[]): string {
  return `${name}:${escapeValue(value)}`
}

/** `X-LYSNING-SPECIAL-REQUESTS` */
function toPropertyName(column: ExportColumn): string {
  return PROPERTY_PREFIX + getColumnName(column).toUpperCase().replaceAll(' ', '-')
}

/** The column name of one of our own properties; undefined for any other property. */
export function findPropertyColumn(property: string): string | undefined {
  const column = customColumns.find((one) => toPropertyName(one) === property.toUpperCase())
  return column && getColumnName(column)
}

function escapeValue(value: string): string {
  return value.replaceAll(/[\\,;]/g, (sign) => `\\${sign}`).replaceAll(/\r\n?|\n/g, '\\n')
}

/** Folds a line at `MAX_LINE_BYTES`, never within a multi-byte character. */
function foldLine(line: string): string {
  let bytes = 0
  let text = ''
  for (const sign of line) {
    const size = countBytes(sign.codePointAt(0) ?? 0)
    if (bytes + size > MAX_LINE_BYTES) {
      text += '\r\n '
      bytes = 1
    }
    text += sign
    bytes += size
  }
  return text
}

/** Bytes of a code point in UTF-8. */
function countBytes(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
