import {
  type Client,
  clientFields,
  getField,
  type JournalNote,
  listSectionFields,
  type Trip,
} from '#shared/clients/client-fields.ts'
import { isTrimmedAddress, parseAddresses } from '#shared/clients/email-addresses.ts'
import { includesName } from '#shared/clients/person-names.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import {
  parseChips,
  parseJournal,
  parseTrips,
  splitText,
  stripInvisible,
  toSingleLine,
  truncateText,
} from './cell-format.ts'
import { type DateOrder, parseDate } from './date-parser.ts'
import { type ExportedField, getAddressKind, type ImportTarget } from './import-columns.ts'
import { type CellText, ID_PATTERN, type ImportedRow, validateRow } from './imported-row.ts'
import { type PhonePart, parsePhoneCell } from './phone-cells.ts'
import { formatValueName, isFaxLabel, isGenericLabel } from './value-labels.ts'

export interface RowText {
  cells: readonly string[]
  /** By column: what the file calls the value, such as `Cabin` for a telephone number. */
  labels?: readonly (string | undefined)[]
}

export interface RowMapping {
  columns: readonly string[]
  /** One for each column. */
  targets: readonly ImportTarget[]
  /** By column: the order in ambiguous dates; if undefined, such dates are not understood. */
  dateOrders: readonly (DateOrder | undefined)[]
  /** Whether the id is text for the notes, because it is not that of a client of this book. */
  isIdText?: boolean
  /** Name of a row without name, company, address and number. */
  nameless?: string
  /** Time of the import, ISO 8601, for dated notes that take the text too long for `notes`. */
  importedAt: string
}

/** As mail programs write an address, with the name in quotation marks or without. */
const MAILBOX = /^"?([^<>@"]+)"?\s*<([^<>\s]+)>$/
const NAME_TARGETS: readonly ImportTarget[] = ['name', 'firstName', 'middleName', 'lastName']

const PERSON_MISSING = 'It has no name, email address or telephone number.'

/** Most characters; longer text goes to the notes. */
const MAX_PLACE_LENGTH = clientFields.location.max
const MAX_NAME_LENGTH = clientFields.name.max
/** Most characters of a chip; longer text is probably a sentence. */
const MAX_CHIP_LENGTH = 100
const MAX_NOTES_LENGTH = clientFields.notes.max
const MAX_DATED_NOTE_LENGTH = 4000
const MAX_COUNTS = { chips: 100, addresses: 50, trips: 200, journal: 2000 }
interface Cell extends CellText {
  label: string | undefined
  dateOrder: DateOrder | undefined
}

/**
 * The cells of one row by target. Each reading method takes the cells of its target; text that fits
 * no field goes to the notes.
 */
class RowReader {
  /** Text that could not be read, such as words in a column of addresses; also in the notes. */
  readonly unreadableCells: CellText[] = []
  private readonly cells = new Map<ImportTarget, Cell[]>()
  private readonly rest: CellText[] = []
  private readonly importedAt: string

  constructor({ cells, labels = [] }: RowText, mapping: RowMapping) {
    const { columns, targets, dateOrders, importedAt } = mapping
    this.importedAt = importedAt
    for (const [index, target] of targets.entries()) {
      const value = cells[index] ?? ''
      if (value.trim() === '' || target === 'none') continue
      const label = labels[index]
      const column = formatValueName(columns[index] ?? '', label)
      const cell = { column, label, value, dateOrder: dateOrders[index] }
      if (target === 'rest') this.rest.push(cell)
      else this.cells.set(target, [...(this.cells.get(target) ?? []), cell])
    }
    this.takeMailboxName()
  }

  /** In a row without another name, `Kari Vik <kari@example.com>` is a name and an address. */
  private takeMailboxName(): void {
    const [first, ...others] = this.cells.get('email') ?? []
    const [, name = '', address = ''] = MAILBOX.exec(first?.value.trim() ?? '') ?? []
    const isNamed = NAME_TARGETS.some((target) => this.cells.has(target))
    if (!first || name.trim() === '' || isNamed || !isTrimmedAddress(address)) return
    this.cells.set('name', [{ ...first, value: name }])
    this.cells.set('email', [{ ...first, value: address }, ...others])
  }

  /** The day of the import, which is the latest possible day of a last contact. */
  private get today(): string {
    return this.importedAt.slice(0, 10)
  }

  /** The id, unless it is only text to keep. */
  id(isText: boolean): string | undefined {
    const [first, ...others] = this.take('id')
    const id = first?.value.trim() ?? ''
    const isId = ID_PATTERN.test(id) && !isText
    this.rest.push(...others, ...(first && !isId ? [first] : []))
    return isId ? id : undefined
  }

  text(target: ImportTarget, read = (value: string) => value.trim()): string {
    const [first, ...others] = this.take(target)
    if (!first) return ''
    this.rest.push(...others.filter(({ value }) => value !== first.value))
    const text = read(first.value)
    const max = getField(target)?.max ?? text.length
    if (text.length <= max) return text
    this.addUnreadable(first)
    return target === 'name' ? truncateText(text, max) : ''
  }

  line(target: ImportTarget): string {
    return this.text(target, toSingleLine)
  }

  /** The location, with what it lacks of city, region and country; all of one address of the row. */
  location(): string {
    const parts = this.addressParts()
    const [address = '', ...others] = parts
    const more = others.filter((part) => part !== '' && !address.includes(part))
    const place = [address, ...more].filter(Boolean).join(', ')
    if (place.length <= MAX_PLACE_LENGTH) return place
    this.addUnreadable({ column: 'Location', value: place })
    return ''
  }

  /**
   * Address, city, region and country of the row's first address. A row may have a home and an
   * office: the city of one and the country of the other are no place.
   */
  private addressParts(): string[] {
    const targets = ['location', 'city', 'region', 'country'] as const
    const all = targets.flatMap((target) => this.cells.get(target) ?? [])
    const kinds = all.map(({ column }) => getAddressKind(column))
    const kind = kinds[0] ?? ''
    const isOther = (cell: Cell) => ![kind, ''].includes(getAddressKind(cell.column))
    return targets.map((target) => {
      const cells = this.cells.get(target) ?? []
      const others = cells.filter(isOther)
      this.cells.set(
        target,
        cells.filter((cell) => !isOther(cell)),
      )
      this.rest.push(...others)
      return this.line(target)
    })
  }

  private joinTargets(targets: ImportTarget[], separator: string): string {
    const parts = targets.map((target) => this.line(target)).filter((part) => part !== '')
    return parts.join(separator)
  }

  /** The first that exists of: name, its parts, company, email address, phone, `otherwise`. */
  name({ email = '', phone = '' }: Partial<Client>, otherwise: string): string {
    const hasLastName = this.cells.has('lastName')
    const given = stripInvisible(this.line('name'))
    const parts = stripInvisible(this.joinTargets(['firstName', 'middleName', 'lastName'], ' '))
    // In `Name;Vorname`, the name is the last name.
    // Some programs show an address where they know the name only in parts.
    const isAddress = parts !== '' && isTrimmedAddress(given)
    if (isAddress && given !== email) this.rest.push({ column: 'Name', value: given })
    const shown = isAddress ? '' : given
    const isLastName = !hasLastName && parts !== '' && shown !== '' && !includesName(shown, parts)
    const whole = isLastName ? `${parts} ${shown}` : shown
    if (whole && parts && !includesName(whole, parts))
      this.rest.push({ column: 'Name', value: parts })
    const name = whole || parts || this.line('company') || email || phone || otherwise
    if (name.length <= MAX_NAME_LENGTH) return name
    this.addUnreadable({ column: 'Name', value: name })
    return truncateText(name, MAX_NAME_LENGTH)
  }

  addresses(): Pick<Client, 'email' | 'otherEmails'> {
    const found = [...this.take('email'), ...this.take('otherEmails')].flatMap((cell) => {
      const { addresses, rest } = parseAddresses(cell.value)
      if (rest !== '') this.addUnreadable({ ...cell, value: rest })
      for (const value of addresses) this.addCustomLabel(cell, value)
      return addresses.map((value) => ({ column: cell.column, value }))
    })
    const once = new Map(found.map((one) => [one.value.toLowerCase(), one]))
    const [first, ...others] = [...once.values()]
    this.rest.push(...others.splice(MAX_COUNTS.addresses))
    return { email: first?.value ?? '', otherEmails: others.map(({ value }) => value) }
  }

  /** The first number that can be called; all others go to the notes under their own names. */
  phone(): string {
    const parts = this.take('phone').flatMap((cell) =>
      parsePhoneCell(stripInvisible(cell.value)).map((part) => toNamedPhone(cell, part)),
    )
    const [main, ...others] = parts.filter(({ kind }) => kind === 'number')
    for (const { kind, column, value } of parts) {
      if (kind === 'fax') this.rest.push({ column, value })
      if (kind === 'text') this.addUnreadable({ column, value })
      if (kind === 'destroyed') this.addUnreadable({ column, value, isDestroyed: true })
    }
    if (main) this.addCustomLabel(main, main.value)
    this.rest.push(...others.filter(({ value }) => value !== main?.value))
    return main?.value ?? ''
  }

  /** Keeps a label that a person wrote, such as `Cabin`, beside its value. */
  private addCustomLabel({ label, column }: Pick<Cell, 'label' | 'column'>, value: string): void {
    if (label !== undefined && !isGenericLabel(label)) this.rest.push({ column, value })
  }

  preferences(): Partial<Client> {
    const read = (name: ExportedField) =>
      getField(name).control === 'chips' ? this.chips(name) : this.text(name)
    const names = listSectionFields('preferences') as ExportedField[]
    return Object.fromEntries(names.map((name) => [name, read(name)]))
  }

  private chips(target: ImportTarget): string[] {
    const all = this.take(target).flatMap(({ column, value }) =>
      parseChips(value).map((chip) => ({ column, value: chip })),
    )
    const fits = ({ value }: CellText) => value.length <= MAX_CHIP_LENGTH
    for (const long of all.filter((chip) => !fits(chip))) this.addUnreadable(long)
    const chips = [...new Map(all.filter(fits).map((chip) => [chip.value, chip])).values()]
    this.rest.push(...chips.splice(MAX_COUNTS.chips))
    return chips.map(({ value }) => value)
  }

  lastContact(): string {
    const [first, ...others] = this.take('lastContact')
    this.rest.push(...others.filter(({ value }) => value !== first?.value))
    const date = first && parseDate(first.value, { order: first.dateOrder, latest: this.today })
    if (first && !date) this.addUnreadable(first)
    return date ?? ''
  }

  trips(): Trip[] {
    const named = this.readTripColumns()
    const cells = this.take('trips')
    const trips = cells.flatMap((cell) => {
      const found = parseTrips(cell.value.trim())
      if (found.rest) this.addUnreadable({ ...cell, value: found.rest })
      const long = found.trips.filter(({ place }) => place.length > MAX_PLACE_LENGTH)
      for (const { place, start, end } of long)
        this.addUnreadable({ ...cell, value: `${place} (${start} to ${end})` })
      return found.trips.filter((trip) => !long.includes(trip))
    })
    const all = named ? [named, ...trips] : trips
    for (const { place, start, end } of all.splice(MAX_COUNTS.trips))
      this.rest.push({ column: 'Trip', value: `${place} (${start} to ${end})` })
    return all.map((trip, at) => ({ ...trip, id: `trip-${at + 1}-${trip.start}` }))
  }

  /** The trip whose place and dates are in separate columns; undefined without valid dates. */
  private readTripColumns(): Trip | undefined {
    const [start, ...starts] = this.take('tripStart')
    const [end, ...ends] = this.take('tripEnd')
    this.rest.push(...starts, ...ends)
    const first = start && parseDate(start.value, { order: start.dateOrder })
    const last = end ? parseDate(end.value, { order: end.dateOrder }) : first
    if (!first || !last || last < first) {
      for (const cell of [start, end]) if (cell) this.addUnreadable(cell)
      this.rest.push(...this.take('tripPlace'))
      return undefined
    }
    return { id: '', place: this.tripPlace(), start: first, end: last }
  }

  private tripPlace(): string {
    const [own, ...others] = this.take('tripPlace')
    this.rest.push(...others)
    // If a column of trips says `Lofoten`, that is the place of the dates in the other columns;
    // `Lofoten 2026-03-01` is another trip.
    const trips = this.cells.get('trips') ?? []
    const isPlace = !own && trips.length === 1 && !/\d{4}|\n/.test(trips[0]?.value ?? '')
    const [cell] = own ? [own] : isPlace ? this.take('trips') : []
    const place = cell ? toSingleLine(stripInvisible(cell.value)) : ''
    if (place.length <= MAX_PLACE_LENGTH) return place
    if (cell) this.addUnreadable(cell)
    return truncateText(place, MAX_PLACE_LENGTH)
  }

  /** The notes, with all text that fitted no other field. Must be called last. */
  notes(): { notes: string; journal: JournalNote[] } {
    const own = this.take('notes').map(({ value }) => value.trim())
    const { journal, rest } = this.journal()
    const remaining = [...this.cells.values()].flat()
    const named = [...remaining, ...this.rest].map(({ column, value }) =>
      formatNoteLine(column, value),
    )
    const whole = [...own, ...rest, ...named].join('\n')
    if (whole.length <= MAX_NOTES_LENGTH) return { notes: whole, journal }
    const notes = truncateText(whole, MAX_NOTES_LENGTH)
    const more = splitText(whole.slice(notes.length), MAX_DATED_NOTE_LENGTH)
    this.unreadableCells.push({ column: 'Notes', value: `${whole.length} characters` })
    return {
      notes,
      journal: [...journal, ...more.map((text, at) => this.createDatedNote(text, at))],
    }
  }

  private journal(): { journal: JournalNote[]; rest: string[] } {
    const cells = this.take('journal').map((cell) => ({ cell, ...parseJournal(cell.value.trim()) }))
    const long = (text: string) => text.length > MAX_DATED_NOTE_LENGTH
    const rest = cells.flatMap(({ cell, rest: undated, journal }) => [
      ...(undated ? [formatNoteLine(cell.column, undated)] : []),
      ...journal.filter(({ text }) => long(text)).map(({ at, text }) => `${at}: ${text}`),
    ])
    const journal = cells.flatMap((cell) => cell.journal).filter(({ text }) => !long(text))
    const many = journal.splice(MAX_COUNTS.journal)
    const ids = journal.map((note, at) => ({
      ...note,
      id: `note-${at + 1}-${note.at.slice(0, 10)}`,
    }))
    return { journal: ids, rest: [...rest, ...many.map(({ at, text }) => `${at}: ${text}`)] }
  }

  private createDatedNote(text: string, at: number): JournalNote {
    return { id: `more-${at + 1}`, at: this.importedAt, text }
  }

  private take(target: ImportTarget): Cell[] {
    const cells = this.cells.get(target) ?? []
    this.cells.delete(target)
    return cells
  }

  private addUnreadable({ column, value, isDestroyed }: CellText): void {
    this.unreadableCells.push({ column, value: value.trim(), ...(isDestroyed && { isDestroyed }) })
    this.rest.push({ column, value })
  }
}

function toNamedPhone({ column, label: cellLabel }: Cell, { kind, value, label }: PhonePart) {
  const named = label ?? cellLabel
  const isFax = kind === 'number' && cellLabel !== undefined && isFaxLabel(cellLabel)
  const name = label === undefined ? column : formatValueName(column, label)
  return { kind: isFax ? ('fax' as const) : kind, value, label: named, column: name }
}

function formatNoteLine(column: string, value: string): string {
  return column ? `${column}: ${value.trim()}` : value.trim()
}

/**
 * Reads a row as a client; its `problem` is that it has no name, address and number. No text is
 * lost, except in columns that the owner has set to `none`.
 */
export function parseRow(text: RowText, mapping: RowMapping): ImportedRow {
  const row = new RowReader(text, mapping)
  const id = row.id(mapping.isIdText === true)
  const location = row.location()
  const reached = { phone: row.phone(), ...row.addresses() }
  const set = removeEmptyFields({
    location,
    ...row.preferences(),
    lastContact: row.lastContact(),
    trips: row.trips(),
    ...reached,
    name: row.name(reached, mapping.nameless ?? ''),
    ...row.notes(),
  })
  const { unreadableCells: unreadable } = row
  if (Object.keys(set).length === 0) return { id, set, unreadable, problem: undefined }
  if (set.name === undefined) return { id, set, unreadable: [], problem: PERSON_MISSING }
  return { ...validateRow(id, set), unreadable }
}

function removeEmptyFields(client: Partial<Client>): RecordData {
  return Object.fromEntries(Object.entries(client).filter(([, value]) => value.length > 0))
}
