import { findPropertyColumn } from '#shared/clients/import/vcard.ts'
import type { Table } from './csv.ts'

// Our own parser: libraries do not read version 2.1, which telephones still write, and one broken
// card must not lose the others.

interface Property {
  name: string
  params: string
  value: string
}

type Cells = Map<string, string>

/** Reads cards as a table with one row per card. */
export function readVcards(text: string): Table {
  const cards = parseCards(text).map(toCells)
  const columns = [...new Set(cards.flatMap((card) => [...card.keys()]))]
  const rows = cards.map((card) => columns.map((column) => card.get(column) ?? ''))
  return { columns, rows, rowNumbers: cards.map((_, at) => at + 1) }
}

function parseCards(text: string): Property[][] {
  const cards: Property[][] = []
  let card: Property[] | undefined
  for (const line of unfoldLines(text)) {
    const property = parseProperty(line)
    if (property?.name === 'BEGIN') card = []
    else if (property?.name === 'END') {
      if (card) cards.push(card)
      card = undefined
    } else if (property) card?.push(property)
  }
  // A truncated file: keep the last card.
  if (card) cards.push(card)
  return cards
}

/**
 * Logical lines: unfolds continued lines, and joins quoted-printable lines that version 2.1 breaks
 * with `=` at the end.
 */
function unfoldLines(text: string): string[] {
  const lines: string[] = []
  let soft = false
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const last = lines.length - 1
    if (soft) lines[last] = `${lines[last]?.slice(0, -1)}${line}`
    else if (/^[ \t]/.test(line) && last >= 0) lines[last] += line.slice(1)
    else lines.push(line)
    soft = /^[^:]*QUOTED-PRINTABLE[^:]*:.*=$/is.test(lines.at(-1) ?? '')
  }
  return lines
}

function parseProperty(line: string): Property | undefined {
  const [, head = '', value = ''] = /^((?:[^":]|"[^"]*")+):(.*)$/s.exec(line) ?? []
  if (!head) return undefined
  const end = head.indexOf(';')
  const full = end < 0 ? head : head.slice(0, end)
  const params = end < 0 ? '' : head.slice(end + 1).toUpperCase()
  // Apple groups related properties: `item1.EMAIL`.
  const name = full
    .slice(full.lastIndexOf('.') + 1)
    .trim()
    .toUpperCase()
  const isPrintable = params.includes('QUOTED-PRINTABLE')
  return { name, params, value: isPrintable ? decodeQuotedPrintable(value, params) : value }
}

function decodeQuotedPrintable(value: string, params: string): string {
  const codes: number[] = []
  for (let at = 0; at < value.length; at++) {
    const hex = /^=([0-9A-F]{2})/i.exec(value.slice(at, at + 3))?.[1]
    codes.push(hex ? Number.parseInt(hex, 16) : value.charCodeAt(at))
    if (hex) at += 2
  }
  const charset = /CHARSET=([\w-]+)/.exec(params)?.[1] ?? 'utf-8'
  const bytes = new Uint8Array(codes)
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Properties left out: media, keys and data about the card itself. */
const IGNORED_PROPERTIES = /^(PHOTO|LOGO|SOUND|KEY|VERSION|REV|PRODID|KIND|X-AB\w*|X-IMAGE\w*)$/

const structuredColumns: Record<string, string[]> = {
  N: ['Last name', 'First name', 'Middle name', 'Prefix', 'Suffix'],
  ADR: ['Post box', 'Address line 2', 'Street', 'City', 'Region', 'Postal code', 'Country'],
  ORG: ['Company', 'Department'],
}

const columnNames: Record<string, string> = {
  FN: 'Name',
  EMAIL: 'Email',
  TEL: 'Phone',
  NOTE: 'Notes',
  BDAY: 'Birthday',
  TITLE: 'Title',
  URL: 'Website',
  UID: 'Client id',
}

/** A semicolon that is not escaped: preceded by an even number of backslashes. */
const SEPARATOR = /(?<=(?<!\\)(?:\\\\)*);/

function toCells(card: readonly Property[]): Cells {
  const cells: Cells = new Map()
  const preferred = card.toSorted((a, b) => preference(a) - preference(b))
  for (const { name, value } of preferred) {
    if (IGNORED_PROPERTIES.test(name)) continue
    const parts = structuredColumns[name]
    if (parts) {
      const values = value.split(SEPARATOR).map(unescapeText)
      for (const [at, column] of parts.entries()) addCell(cells, column, values[at] ?? '')
    } else
      addCell(
        cells,
        columnNames[name] ?? findPropertyColumn(name) ?? toTitle(name),
        unescapeText(value),
      )
  }
  const id = cells.get('Client id')
  if (id) cells.set('Client id', id.replace(/^urn:uuid:/i, ''))
  return cells
}

function preference({ params }: Property): number {
  const place = /PREF=(\d+)/.exec(params)?.[1]
  if (place) return Number(place)
  return /\bPREF\b/.test(params) ? 1 : 101
}

/** A second value of the same kind gets a column of its own. */
function addCell(cells: Cells, column: string, value: string): void {
  if (value.trim() === '') return
  let name = column
  for (let at = 2; cells.has(name); at++) name = `${column} ${at}`
  cells.set(name, value)
}

function unescapeText(value: string): string {
  return value.replaceAll(/\\(.)/gs, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
}

/** Column name of an unknown property: `X-SKYPE` becomes `Skype`. */
function toTitle(name: string): string {
  const title = name.replace(/^X-/, '').toLowerCase().replaceAll('-', ' ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}
