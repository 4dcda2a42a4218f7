import { addressesIn } from '#shared/clients/addresses.ts'
import {
  type Client,
  clientFields,
  fieldOf,
  fieldsIn,
  type JournalNote,
  type Trip,
} from '#shared/clients/fields.ts'
import { type RecordData, recordProblems } from '#shared/sync/records.ts'
import { chipsIn, journalIn, tripsIn } from './cells.ts'
import { columnName, type ExportedField, type ImportTarget } from './import-columns.ts'
import { type DateOrder, readDate } from './read-date.ts'

/** A cell, or a part of one. */
export interface NamedText {
  column: string
  value: string
}

export interface RowReading {
  columns: readonly string[]
  /** One for each column. */
  targets: readonly ImportTarget[]
  /** By column: the order in ambiguous dates; if undefined, such dates are not understood. */
  dateOrders: readonly (DateOrder | undefined)[]
  /** Time of the import, ISO 8601, for dated notes that take the text too long for `notes`. */
  at: string
}

/** Most characters; longer text goes to the notes. */
const LONGEST_PLACE = clientFields.location.max
const LONGEST_NAME = clientFields.name.max
/** Most characters of a chip; longer text is probably a sentence. */
const LONGEST_CHIP = 100
const LONGEST_NOTES = clientFields.notes.max
const LONGEST_DATED_NOTE = 4000
const MOST = { chips: 100, addresses: 50, trips: 200, journal: 2000 }
/** Least number of digits of a telephone number. */
const FEWEST_DIGITS = 5

interface Cell extends NamedText {
  dateOrder: DateOrder | undefined
}

/**
 * The cells of one row by target. Each reading method takes the cells of its target; text that fits
 * no field goes to the notes.
 */
class Row {
  /** Text that could not be read, such as words in a column of addresses; also in the notes. */
  readonly unread: NamedText[] = []
  private readonly cells = new Map<ImportTarget, Cell[]>()
  private readonly rest: NamedText[] = []
  private readonly at: string

  constructor(cells: readonly string[], { columns, targets, dateOrders, at }: RowReading) {
    this.at = at
    for (const [index, target] of targets.entries()) {
      const value = cells[index]?.replaceAll(/\r\n?/g, '\n') ?? ''
      if (value.trim() === '' || target === 'none') continue
      const cell = { column: columns[index] ?? '', value, dateOrder: dateOrders[index] }
      if (target === 'rest') this.rest.push(cell)
      else this.cells.set(target, [...(this.cells.get(target) ?? []), cell])
    }
  }

  id(valid: RegExp): string | undefined {
    const [first, ...others] = this.take('id')
    const isValid = first !== undefined && valid.test(first.value.trim())
    this.rest.push(...others, ...(first && !isValid ? [first] : []))
    return isValid ? first.value.trim() : undefined
  }

  text(target: ImportTarget, read = (value: string) => value.trim()): string {
    const [first, ...others] = this.take(target)
    if (!first) return ''
    this.rest.push(...others.filter(({ value }) => value !== first.value))
    const text = read(first.value)
    if (text.length <= (fieldOf(target)?.max ?? text.length)) return text
    this.unreadable(first)
    return ''
  }

  line(target: ImportTarget): string {
    return this.text(target, oneLine)
  }

  /** The location, or else city, region and country joined. */
  location(): string {
    const place = this.line('location') || this.joined(['city', 'region', 'country'], ', ')
    if (place.length <= LONGEST_PLACE) return place
    this.unreadable({ column: 'Location', value: place })
    return ''
  }

  private joined(targets: ImportTarget[], separator: string): string {
    const parts = targets.map((target) => this.line(target)).filter((part) => part !== '')
    return parts.join(separator)
  }

  /** The first that exists of: name, its parts, company, e-mail address, phone, `otherwise`. */
  name({ email = '', phone = '' }: Partial<Client>, otherwise: string): string {
    const whole = shown(this.line('name'))
    const parts = shown(this.joined(['firstName', 'middleName', 'lastName'], ' '))
    if (whole && parts && whole !== parts) this.rest.push({ column: 'Name', value: parts })
    const name = whole || parts || this.line('company') || email || phone || otherwise
    if (name.length <= LONGEST_NAME) return name
    this.unreadable({ column: 'Name', value: name })
    return cut(name, LONGEST_NAME)
  }

  addresses(): Pick<Client, 'email' | 'otherEmails'> {
    const found = [...this.take('email'), ...this.take('otherEmails')].flatMap((cell) => {
      const { addresses, rest } = addressesIn(cell.value)
      if (rest !== '') this.unreadable({ ...cell, value: rest })
      return addresses.map((value) => ({ column: cell.column, value }))
    })
    const once = new Map(found.map((one) => [one.value.toLowerCase(), one]))
    const [first, ...others] = [...once.values()]
    this.rest.push(...others.splice(MOST.addresses))
    return { email: first?.value ?? '', otherEmails: others.map(({ value }) => value) }
  }

  phone(): string {
    const cells = this.take('phone').map((cell) => ({ ...cell, value: oneLine(shown(cell.value)) }))
    const isNumber = ({ value }: NamedText) =>
      value.replaceAll(/\D/g, '').length >= FEWEST_DIGITS && value.length <= clientFields.phone.max
    for (const cell of cells) if (!isNumber(cell)) this.unreadable(cell)
    const [first, ...others] = cells.filter(isNumber)
    this.rest.push(...others.filter(({ value }) => value !== first?.value))
    return first?.value ?? ''
  }

  /** The preferences by field. */
  preferences(): Partial<Client> {
    const read = (name: ExportedField) =>
      fieldOf(name).control === 'chips' ? this.chips(name) : this.text(name)
    const names = fieldsIn('preferences') as ExportedField[]
    return Object.fromEntries(names.map((name) => [name, read(name)]))
  }

  private chips(target: ImportTarget): string[] {
    const all = this.take(target).flatMap(({ column, value }) =>
      chipsIn(value).map((chip) => ({ column, value: chip })),
    )
    const fits = ({ value }: NamedText) => value.length <= LONGEST_CHIP
    for (const long of all.filter((chip) => !fits(chip))) this.unreadable(long)
    const chips = [...new Map(all.filter(fits).map((chip) => [chip.value, chip])).values()]
    this.rest.push(...chips.splice(MOST.chips))
    return chips.map(({ value }) => value)
  }

  lastContact(): string {
    const [first, ...others] = this.take('lastContact')
    this.rest.push(...others.filter(({ value }) => value !== first?.value))
    const date = first && readDate(first.value, first.dateOrder)
    if (first && !date) this.unreadable(first)
    return date ?? ''
  }

  trips(): Trip[] {
    const named = this.tripOfColumns()
    const cells = this.take('trips')
    const trips = cells.flatMap((cell) => {
      const found = tripsIn(cell.value.trim())
      if (found.rest) this.unreadable({ ...cell, value: found.rest })
      const long = found.trips.filter(({ place }) => place.length > LONGEST_PLACE)
      for (const { place, start, end } of long)
        this.unreadable({ ...cell, value: `${place} (${start} to ${end})` })
      return found.trips.filter((trip) => !long.includes(trip))
    })
    const all = named ? [named, ...trips] : trips
    for (const { place, start, end } of all.splice(MOST.trips))
      this.rest.push({ column: 'Trip', value: `${place} (${start} to ${end})` })
    return all.map((trip, at) => ({ ...trip, id: `trip-${at + 1}-${trip.start}` }))
  }

  /** The trip whose place and dates are in separate columns; undefined without valid dates. */
  private tripOfColumns(): Trip | undefined {
    const [start, ...starts] = this.take('tripStart')
    const [end, ...ends] = this.take('tripEnd')
    this.rest.push(...starts, ...ends)
    const first = start && readDate(start.value, start.dateOrder)
    const last = end ? readDate(end.value, end.dateOrder) : first
    if (!first || !last || last < first) {
      for (const cell of [start, end]) if (cell) this.unreadable(cell)
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
    const place = cell ? oneLine(shown(cell.value)) : ''
    if (place.length <= LONGEST_PLACE) return place
    if (cell) this.unreadable(cell)
    return cut(place, LONGEST_PLACE)
  }

  /** The notes, with all text that fitted no other field. Must be called last. */
  notes(): { notes: string; journal: JournalNote[] } {
    const own = this.take('notes').map(({ value }) => value.trim())
    const { journal, rest } = this.journal()
    const left = [...this.cells.values()].flat()
    const named = [...left, ...this.rest].map(({ column, value }) => noteLine(column, value))
    const whole = [...own, ...rest, ...named].join('\n')
    if (whole.length <= LONGEST_NOTES) return { notes: whole, journal }
    const notes = cut(whole, LONGEST_NOTES)
    const more = pieces(whole.slice(notes.length), LONGEST_DATED_NOTE)
    this.unread.push({ column: 'Notes', value: `${whole.length} characters` })
    return { notes, journal: [...journal, ...more.map((text, at) => this.datedNote(text, at))] }
  }

  private journal(): { journal: JournalNote[]; rest: string[] } {
    const cells = this.take('journal').map((cell) => ({ cell, ...journalIn(cell.value.trim()) }))
    const long = (text: string) => text.length > LONGEST_DATED_NOTE
    const rest = cells.flatMap(({ cell, rest: undated, journal }) => [
      ...(undated ? [noteLine(cell.column, undated)] : []),
      ...journal.filter(({ text }) => long(text)).map(({ at, text }) => `${at}: ${text}`),
    ])
    const journal = cells.flatMap((cell) => cell.journal).filter(({ text }) => !long(text))
    const many = journal.splice(MOST.journal)
    const ids = journal.map((note, at) => ({
      ...note,
      id: `note-${at + 1}-${note.at.slice(0, 10)}`,
    }))
    return { journal: ids, rest: [...rest, ...many.map(({ at, text }) => `${at}: ${text}`)] }
  }

  private datedNote(text: string, at: number): JournalNote {
    return { id: `more-${at + 1}`, at: this.at, text }
  }

  private take(target: ImportTarget): Cell[] {
    const cells = this.cells.get(target) ?? []
    this.cells.delete(target)
    return cells
  }

  private unreadable({ column, value }: NamedText): void {
    this.unread.push({ column, value: value.trim() })
    this.rest.push({ column, value })
  }
}

/** Removes invisible characters, but keeps the zero-width joiner, which emoji and scripts need. */
function shown(text: string): string {
  return text.replaceAll(/[\u00ad\u200b\u2060\ufeff]/g, '').trim()
}

/** Joins several lines, such as those of a postal address, with commas. */
function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ', ')
}

function noteLine(column: string, value: string): string {
  return column ? `${column}: ${value.trim()}` : value.trim()
}

/** The first `most` UTF-16 units, without cutting a surrogate pair in two. */
function cut(text: string, most: number): string {
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most)
}

function pieces(text: string, most: number): string[] {
  const all: string[] = []
  for (let rest = text; rest !== ''; ) {
    const piece = cut(rest, most)
    all.push(piece)
    rest = rest.slice(piece.length)
  }
  return all
}

/** A client as read from one row of a file. */
export interface ImportedRow {
  /** The client's id, which only our own files have. */
  id: string | undefined
  /** Only the fields that are not empty; `{}` for an empty row. */
  set: RecordData
  /** Text that was not understood and was added to the notes. */
  unread: NamedText[]
  /** Why the row cannot be imported; undefined if it can. */
  problem: string | undefined
}

export const NO_NAME = 'The name is missing.'

/** The ids that sync accepts. */
const ID = /^[A-Za-z0-9-]{1,64}$/

/**
 * Reads a row as a client. No text is lost, except in columns that the owner has set to `none`.
 * `nameless` is the name of a client without name, company, address and number.
 */
export function readRow(
  cells: readonly string[],
  reading: RowReading,
  nameless: string,
): ImportedRow {
  const row = new Row(cells, reading)
  const id = row.id(ID)
  const location = row.location()
  const reached = { phone: row.phone(), ...row.addresses() }
  const set = filled({
    location,
    ...row.preferences(),
    lastContact: row.lastContact(),
    trips: row.trips(),
    ...reached,
    name: row.name(reached, ''),
    ...row.notes(),
  })
  const { unread } = row
  if (Object.keys(set).length === 0) return { id, set, unread, problem: undefined }
  return { ...checked(id, { name: nameless, ...set }), unread }
}

/** Checks a record by the rules of stored clients, and drops an id that sync would not accept. */
function checked(given: string | undefined, set: RecordData): ImportedRow {
  const id = given && ID.test(given) ? given : undefined
  const unread: NamedText[] = []
  if (typeof set.name !== 'string' || set.name.trim() === '')
    return { id, set, unread, problem: NO_NAME }
  const [first] = Object.entries(recordProblems('client', set))
  return { id, set, unread, problem: first && `${columnName(first[0])}: ${first[1]}` }
}

function filled(client: Partial<Client>): RecordData {
  return Object.fromEntries(Object.entries(client).filter(([, value]) => value.length > 0))
}

/** Reads a record of our own JSON export, including fields that only a later version knows. */
export function readRecord(record: unknown): ImportedRow {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    return checked(undefined, {})
  const { id, ...set } = record as Record<string, unknown>
  return checked(typeof id === 'string' && id !== '' ? id : undefined, set)
}
