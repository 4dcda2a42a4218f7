import { type ExportedClient, fieldText } from '#shared/clients/export.ts'
import { type Client, clientOf } from '#shared/clients/fields.ts'
import { type Column, columnName, exportColumns } from './import-columns.ts'

/** Prefix of our own property names, for fields that vCard has no property for. */
const PREFIX = 'X-LYSNING-'

const ownColumns: Column[] = exportColumns.filter(
  (column) =>
    !['id', 'name', 'email', 'otherEmails', 'phone', 'location', 'notes'].includes(column),
)

/** Longest line in bytes, without its line break (RFC 6350, section 3.2). */
const LINE_BYTES = 75

export function clientsVcard(clients: readonly ExportedClient[]): string {
  return clients.map((one) => vcard({ ...clientOf(one), id: one.id })).join('')
}

function vcard(client: Client & { id: string }): string {
  const { id, name, email, otherEmails, phone, location, notes } = client
  const own = ownColumns.map((column) => [ownName(column), fieldText(client, column)])
  const lines = [
    ['UID', id],
    ['FN', name],
    ['EMAIL;PREF=1', email],
    ...otherEmails.map((other) => ['EMAIL', other]),
    ['TEL', phone],
    ['NOTE', notes],
    ...own,
  ].filter(([, value]) => value !== '')
  const address = location ? [`ADR:;;;${escaped(location)};;;`] : []
  return ['BEGIN:VCARD', 'VERSION:4.0', ...lines.map(lineOf), ...address, 'END:VCARD']
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}

function lineOf([name = '', value = '']: string[]): string {
  return `${name}:${escaped(value)}`
}

/** `X-LYSNING-SPECIAL-REQUESTS` */
function ownName(column: Column): string {
  return PREFIX + columnName(column).toUpperCase().replaceAll(' ', '-')
}

/** The column name of one of our own properties; undefined for any other property. */
export function columnOfProperty(property: string): string | undefined {
  const column = ownColumns.find((one) => ownName(one) === property.toUpperCase())
  return column && columnName(column)
}

function escaped(value: string): string {
  return value.replaceAll(/[\\,;]/g, (sign) => `\\${sign}`).replaceAll(/\r\n?|\n/g, '\\n')
}

/** Folds a line at `LINE_BYTES`, never within a multi-byte character. */
function folded(line: string): string {
  let bytes = 0
  let text = ''
  for (const sign of line) {
    const size = sizeOf(sign.codePointAt(0) ?? 0)
    if (bytes + size > LINE_BYTES) {
      text += '\r\n '
      bytes = 1
    }
    text += sign
    bytes += size
  }
  return text
}

/** Bytes of a code point in UTF-8. */
function sizeOf(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
