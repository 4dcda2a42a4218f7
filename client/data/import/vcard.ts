import { cleanCell } from '#shared/clients/import/cell-format.ts'
import { findPropertyColumn } from '#shared/clients/import/vcard.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import type { Pause, Table } from './csv.ts'
import type { Encoding } from './types.ts'
import { type Card, decodeValue, type Property, readCards } from './vcard-lines.ts'

interface CardCell {
  column: string
  text: string
  /** What the card calls the value, such as `Cabin`. */
  label?: string
}

/** Reads cards as a table with one row per card. */
export async function readVcards(
  bytes: Uint8Array,
  encoding: Encoding,
  pause: Pause,
): Promise<Table> {
  const { cards, outside } = await readCards(bytes, encoding, pause)
  const people = cards.filter((card) => !isGroup(card))
  const groups = cards.filter(isGroup).map((card) => readGroup(card, encoding))
  const columns = new Map<string, number>()
  const found: CardCell[][] = []
  for (const [at, card] of people.entries()) {
    if (at % 500 === 499) await pause()
    const all = numberColumns([...toCells(card, encoding), ...listGroups(card, groups)])
    const cells = all.filter(hasText)
    for (const { column } of cells) if (!columns.has(column)) columns.set(column, columns.size)
    found.push(cells)
  }
  const rows = found.map((cells) => fillRow(columns, cells, ({ text }) => text))
  const labels = found.map((cells) => fillRow(columns, cells, ({ label }) => label))
  const lost = groups.filter(({ isUsed }) => !isUsed).map(({ text }) => text)
  return {
    columns: [...columns.keys()],
    rows: rows.map((row) => row.map((text = '') => text)),
    labels,
    rowNumbers: people.map((_, at) => at + 1),
    leftOut: [...outside, ...lost].filter(Boolean),
  }
}

function fillRow(
  columns: ReadonlyMap<string, number>,
  cells: readonly CardCell[],
  get: (cell: CardCell) => string | undefined,
): (string | undefined)[] {
  const row = Array.from<string | undefined>({ length: columns.size })
  for (const cell of cells) {
    const at = columns.get(cell.column)
    if (at !== undefined) row[at] = get(cell)
  }
  return row
}

/** A second value of the same kind gets a column of its own. */
function numberColumns(cells: readonly CardCell[]): CardCell[] {
  const counts = new Map<string, number>()
  return cells.map((cell) => {
    const count = (counts.get(cell.column) ?? 0) + 1
    counts.set(cell.column, count)
    return count === 1 ? cell : { ...cell, column: `${cell.column} ${count}` }
  })
}

interface Group {
  /** Ids of the cards that belong to the group. */
  members: string[]
  text: string
  /** Whether a card of the file belongs to it. */
  isUsed: boolean
}

/** A list of other cards, which is no person (RFC 6350, section 6.1.4). */
function isGroup({ properties }: Card): boolean {
  return properties.some(
    ({ name, raw }) =>
      (name === 'KIND' || name === 'X-ADDRESSBOOKSERVER-KIND') && /^\s*group\s*$/i.test(raw),
  )
}

function readGroup(card: Card, encoding: Encoding): Group {
  const members = card.properties
    .filter(({ name }) => /^(?:X-ADDRESSBOOKSERVER-)?MEMBER$/.test(name))
    .map((property) => toUid(decodeValue(property.raw, property, encoding)))
  const cells = toCells(
    { ...card, properties: card.properties.filter(({ name }) => !/MEMBER$/.test(name)) },
    encoding,
  ).filter(hasText)
  const text = [
    ...new Set(cells.filter(({ column }) => column !== ID_COLUMN).map((cell) => cell.text)),
  ]
  return { members, text: text.join(', '), isUsed: false }
}

function listGroups({ properties }: Card, groups: readonly Group[]): CardCell[] {
  const uid = toUid(properties.find(({ name }) => name === 'UID')?.raw ?? '')
  if (uid === '') return []
  const own = groups.filter(({ members }) => members.includes(uid))
  for (const group of own) group.isUsed = true
  return own.map(({ text }) => ({ column: 'Group', text }))
}

function toUid(value: string): string {
  return value.trim().replace(/^urn:uuid:/i, '')
}

/** Properties left out: data about the card itself. */
const IGNORED_PROPERTIES =
  /^(?:VERSION|REV|PRODID|KIND|PROFILE|CLASS|SOURCE|MAILER|SORT-STRING|CLIENTPIDMAP|X-ADDRESSBOOKSERVER-.*|X-MS-OL-.*|X-AB(?:ADR|UID|SHOWAS|ORDER|GUID|PHOTO.*|CROP.*)|X-EVOLUTION-(?:FILE-AS|BOOK-URI|WEBDAV.*|PGPCERT|LIST.*)|X-PHONETIC-.*|X-MOZILLA-HTML)$/

const ID_COLUMN = 'Client id'

const structuredColumns: Record<string, string[]> = {
  N: ['Last name', 'First name', 'Middle name', 'Prefix', 'Suffix'],
  ADR: ['Post box', 'Address line 2', 'Street', 'City', 'Region', 'Postal code', 'Country'],
}

const columnNames: Record<string, string> = {
  FN: 'Name',
  EMAIL: 'Email',
  TEL: 'Phone',
  NOTE: 'Notes',
  BDAY: 'Birthday',
  TITLE: 'Title',
  URL: 'Website',
  UID: ID_COLUMN,
  'X-ABRELATEDNAMES': 'Related name',
  'X-ABDATE': 'Date',
  'X-ABLABEL': 'Label',
  'X-TEXT': 'Text',
}

/** A semicolon that is not escaped: preceded by an even number of backslashes. */
const SEPARATOR = /(?<=(?<!\\)(?:\\\\)*);/

function toCells(card: Card, encoding: Encoding): CardCell[] {
  const labels = readGroupLabels(card, encoding)
  const isUsedLabel = ({ group }: Property) =>
    card.properties.some((other) => other.group === group && other.name !== 'X-ABLABEL')
  const cells = card.properties
    .filter((property) => property.name !== 'X-ABLABEL' || !isUsedLabel(property))
    .filter(({ name }) => !IGNORED_PROPERTIES.test(name))
    .toSorted((a, b) => preference(a) - preference(b))
    .flatMap((property) =>
      toPropertyCells(
        property,
        property.name === 'X-ABLABEL' ? undefined : labels.get(property.group),
        encoding,
      ),
    )
  const agents = card.agents.flatMap((agent) => toAgentCells(agent, encoding))
  return [...cells, ...agents].filter((cell) => hasText(cell) || isAddressPart(cell))
}

const hasText = ({ text }: CardCell) => text.trim() !== ''

/** Empty parts count, so that a city and a country of the same number are of one address. */
const isAddressPart = ({ column }: CardCell) => structuredColumns.ADR?.includes(column) === true

/** Apple names a property by another one of its group: `item1.X-ABLabel:_$!<Spouse>!$_`. */
function readGroupLabels({ properties }: Card, encoding: Encoding): Map<string, string> {
  const named = properties.filter(({ name, group }) => name === 'X-ABLABEL' && group !== '')
  return new Map(
    named.map((property) => [
      property.group,
      cleanCell(decodeValue(property.raw, property, encoding)).replace(/^_\$!<(.*)>!\$_$/, '$1'),
    ]),
  )
}

function toPropertyCells(
  property: Property,
  groupLabel: string | undefined,
  encoding: Encoding,
): CardCell[] {
  const { name, raw, more, params } = property
  const decode = (text: string) => cleanCell(decodeValue(text, property, encoding))
  const label = groupLabel ?? getTypeLabel(property)
  const withLabel = (column: string, text: string): CardCell => ({
    column,
    text,
    ...(label !== undefined && { label }),
  })
  const parts = raw.split(SEPARATOR)
  if (name === 'N' || name === 'ADR') {
    const cells = parts.map((part, at) => ({
      column: structuredColumns[name]?.[at] ?? (name === 'N' ? 'Further name' : 'Address part'),
      text: decode(part),
    }))
    const [written = ''] = params.get('LABEL') ?? []
    const address = { column: 'Postal address', text: decode(written) }
    const named =
      name === 'ADR' && groupLabel ? [{ column: 'Address label', text: groupLabel }] : []
    return [...cells, ...(name === 'ADR' ? [address] : []), ...named]
  }
  if (name === 'ORG') {
    const [company = '', ...departments] = parts.map(decode)
    const rest = departments.filter((part) => part.trim() !== '').join(', ')
    return [
      { column: 'Company', text: company },
      { column: 'Department', text: rest },
    ]
  }
  if (name === 'X-ANDROID-CUSTOM') return [toAndroidCell(parts.map(decode))]
  const text = [decode(raw), ...more].join('\n').replace(/^\n/, '')
  if (name === 'UID') return [{ column: ID_COLUMN, text: toUid(text) }]
  const column = getColumn(property, label)
  return [withLabel(column, isDate(name) ? dropUnknownYear(text, params) : text)]
}

function getColumn({ name }: Property, label: string | undefined): string {
  if (name === 'TEL' && label && isFaxLabel(label)) return label
  return columnNames[name] ?? findPropertyColumn(name) ?? toTitle(name)
}

const isFaxLabel = (label: string) => /\b(?:fax|pager)\b/i.test(label)

const isDate = (name: string) => /^(?:BDAY|X-ABDATE|ANNIVERSARY|DEATHDATE)$/.test(name)

/** Words of `TYPE` that say how a program stores a value, not what it is. */
const TECHNICAL_TYPES =
  /^(?:pref|voice|msg|internet|x400|dom|intl|postal|parcel|text|textphone|video|isdn|base64|b|quoted-printable|8bit|7bit|utf-8|uri|jpeg|)$/i
/** The order of the words in a label such as `Work fax`. */
const LAST_WORDS = /^(?:fax|pager|cell|mobile)$/i

/** The label that a property has by its type: `Work fax`, `Home`; undefined if it has none. */
function getTypeLabel({ params, name }: Property): string | undefined {
  const words = (params.get('TYPE') ?? [])
    .map((word) => word.replace(/^x-/i, '').toLowerCase())
    .filter((word) => !TECHNICAL_TYPES.test(word))
  const service = name === 'IMPP' ? (params.get('X-SERVICE-TYPE') ?? []) : []
  const unique = [...new Set([...service, ...words])]
  const sorted = unique.toSorted((a, b) => Number(LAST_WORDS.test(a)) - Number(LAST_WORDS.test(b)))
  const label = sorted.join(' ').replace(/\bcell\b/, 'mobile')
  return label === '' ? undefined : label.charAt(0).toUpperCase() + label.slice(1)
}

function preference({ params, name, raw }: Property): number {
  const [place] = params.get('PREF') ?? []
  const isPreferred = params.get('TYPE')?.some((type) => /^pref$/i.test(type))
  const own = place ? Number(place) || 101 : isPreferred ? 1 : 101
  return name === 'TEL' && raw.trim() === '' ? 102 : own
}

/** Apple writes a birthday without a year with a year that it names in a parameter. */
function dropUnknownYear(text: string, params: Property['params']): string {
  const [year] = params.get('X-APPLE-OMIT-YEAR') ?? []
  const [, month, day] =
    /^--(\d\d)-?(\d\d)/.exec(text) ??
    (year ? new RegExp(`^${year.replaceAll(/\D/g, '')}-?(\\d\\d)-?(\\d\\d)`).exec(text) : null) ??
    []
  if (!month || !day) return text
  return `${formatDate(`2000-${month}-${day}`, 'day')} (no year)`
}

/** `vnd.android.cursor.item/nickname;Nick;1` has a kind, a value and codes. */
function toAndroidCell([kind = '', ...values]: readonly string[]): CardCell {
  const texts = values.filter((value) => value.trim() !== '' && !/^\d{1,2}$/.test(value))
  return { column: toTitle(kind.replace(/^.*\//, '').replaceAll('_', '-')), text: texts.join(', ') }
}

/** A card inside a card, such as that of a secretary, as one text. */
function toAgentCells(agent: Card, encoding: Encoding): CardCell[] {
  const cells = toCells(agent, encoding).filter(hasText)
  const name = cells.find(({ column }) => column === 'Name')?.text
  const names = ['First name', 'Last name'].flatMap(
    (part) => cells.find(({ column }) => column === part)?.text ?? [],
  )
  const others = cells
    .filter(({ column }) => !['Name', 'First name', 'Last name', ID_COLUMN].includes(column))
    .map(({ column, label, text }) => `${label ?? column}: ${text}`)
  return [{ column: 'Agent', text: [name ?? names.join(' '), ...others].join(', ') }]
}

/** Column name of an unknown property: `X-SKYPE` becomes `Skype`, `X-MS-SPOUSE` `Spouse`. */
function toTitle(name: string): string {
  const title = name
    .replace(/^X-(?:MS-|EVOLUTION-|KADDRESSBOOK-|MOZILLA-|APPLE-)?/i, '')
    .toLowerCase()
    .replaceAll('-', ' ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}
