import { type RecordData, recordProblems } from '../sync/records.ts'
import { chipsIn, dateIn, journalIn, tripsIn } from './cells.ts'
import { columnNames, type ImportTarget } from './import-columns.ts'
import type { Client } from './schema.ts'

/** A client as a row of a file tells of it. */
export interface ImportedRow {
  /** As our own files name it. */
  id: string | undefined
  /** Only what is filled. */
  set: RecordData
  /** Why it cannot be a client. */
  problem: string | undefined
}

interface RowReading {
  columns: readonly string[]
  /** One for each column. */
  targets: readonly ImportTarget[]
  /** Whoever has no name is called by the address. */
  nameFromEmail: boolean
}

export const NO_NAME = 'There is no name.'

/** Characters; what is longer is kept in the notes. */
const longest: Partial<Record<ImportTarget, number>> = {
  location: 300,
  phone: 60,
  accommodation: 2000,
  transport: 2000,
  specialRequests: 4000,
}
/** A longer one is a sentence. */
const LONGEST_CHIP = 100
const LONGEST_ADDRESS = 254

/** As the sync takes it. */
const ID = /^[A-Za-z0-9-]{1,64}$/

/** What a row says of a client; nothing in it is lost, but for columns that are left out. */
export function readRow(cells: readonly string[], reading: RowReading): ImportedRow {
  const row = new Row(cells, reading)
  const set = filled({
    location: row.line('location') || row.joined(['city', 'region', 'country'], ', '),
    accommodation: row.text('accommodation'),
    transport: row.text('transport'),
    specialRequests: row.text('specialRequests'),
    phone: row.line('phone'),
    dining: row.chips('dining'),
    activities: row.chips('activities'),
    ...row.addresses(),
    ...row.dated(),
    name: row.name(reading.nameFromEmail),
  })
  const id = row.line('id') || undefined
  return checked(id, filled({ ...set, notes: row.notes() }))
}

/** Whether it can be kept as it is, whichever way it was read. */
export function checked(given: string | undefined, set: RecordData): ImportedRow {
  const id = given && ID.test(given) ? given : undefined
  if (typeof set.name !== 'string' || set.name.trim() === '') return { id, set, problem: NO_NAME }
  const [first] = Object.entries(recordProblems('client', set))
  return { id, set, problem: first && `${columnOf(first[0])}: ${first[1]}` }
}

function columnOf(field: string): string {
  return Object.entries(columnNames).find(([name]) => name === field)?.[1] ?? field
}

function filled(client: Partial<Client>): RecordData {
  return Object.fromEntries(Object.entries(client).filter(([, value]) => value.length > 0))
}

interface Found {
  column: string
  value: string
}

/** The cells of one row by what they are; what finds no place goes into the notes. */
class Row {
  private readonly found = new Map<ImportTarget, Found[]>()
  private readonly rest: Found[] = []
  private address = ''

  constructor(cells: readonly string[], { columns, targets }: RowReading) {
    for (const [index, target] of targets.entries()) {
      const value = cells[index]?.replaceAll(/\r\n?/g, '\n') ?? ''
      if (value.trim() === '' || target === 'none') continue
      const cell = { column: columns[index] ?? '', value }
      if (target === 'rest') this.rest.push(cell)
      else this.found.set(target, [...(this.found.get(target) ?? []), cell])
    }
  }

  text(target: ImportTarget): string {
    return this.raw(target).trim()
  }

  /** The first that is filled; others of the same kind, where they differ, are kept in the notes. */
  private raw(target: ImportTarget): string {
    const [first, ...others] = this.found.get(target) ?? []
    if (!first) return ''
    this.found.delete(target)
    this.rest.push(...others.filter(({ value }) => value !== first.value))
    if (first.value.length <= (longest[target] ?? first.value.length)) return first.value
    this.rest.push(first)
    return ''
  }

  line(target: ImportTarget): string {
    return this.text(target).replaceAll(/\s*\n\s*/g, ', ')
  }

  joined(targets: ImportTarget[], separator: string): string {
    const parts = targets.map((target) => this.line(target)).filter((part) => part !== '')
    return parts.join(separator)
  }

  name(fromEmail: boolean): string {
    const whole = this.line('name')
    const parts = this.joined(['firstName', 'middleName', 'lastName'], ' ')
    if (whole && parts && whole !== parts) this.rest.push({ column: 'Name', value: parts })
    if (whole || parts) return whole || parts
    return this.line('company') || (fromEmail ? this.address : '')
  }

  addresses(): Partial<Client> {
    const all = (this.found.get('email') ?? []).flatMap(({ value }) => value.split(/ ::: |[;,\s]+/))
    const others = (this.found.get('otherEmails') ?? []).flatMap(({ value }) => chipsIn(value))
    this.found.delete('email')
    this.found.delete('otherEmails')
    const fits = (one: string) => one !== '' && one.length <= LONGEST_ADDRESS
    const [email = '', ...more] = [...new Set(all)].filter(fits)
    this.address = email
    const otherEmails = [...new Set([...more, ...others.filter(fits)])]
    return { email, otherEmails: otherEmails.filter((one) => one !== email) }
  }

  chips(target: 'dining' | 'activities'): string[] {
    const column = this.found.get(target)?.[0]?.column ?? ''
    const chips = chipsIn(this.raw(target))
    const long = chips.filter((chip) => chip.length > LONGEST_CHIP)
    this.rest.push(...long.map((value) => ({ column, value })))
    return chips.filter((chip) => chip.length <= LONGEST_CHIP)
  }

  dated(): Partial<Client> {
    const contact = this.text('lastContact')
    const lastContact = dateIn(contact) ?? ''
    if (!lastContact) this.keep('Last contact', contact)
    const { trips, rest } = tripsIn(this.text('trips'))
    this.keep('Upcoming trip', rest)
    const { journal, rest: undated } = journalIn(this.text('journal'))
    this.keep('Journal', undated)
    return { lastContact, trips, journal }
  }

  private keep(column: string, value: string): void {
    if (value) this.rest.push({ column, value })
  }

  /** Read last: by then it is known what found no other place. */
  notes(): string {
    const own = (this.found.get('notes') ?? []).map(({ value }) => value.trim())
    this.found.delete('notes')
    const left = [...this.found.values()].flat()
    const named = [...left, ...this.rest].map(({ column, value }) => noteLine(column, value))
    return [...own, ...named].join('\n')
  }
}

function noteLine(column: string, value: string): string {
  return column ? `${column}: ${value.trim()}` : value.trim()
}

/** A record of our own export; also fields that a later version of the site gave it. */
export function readRecord(record: Record<string, unknown>): ImportedRow {
  const { id, ...set } = record
  return checked(typeof id === 'string' && id !== '' ? id : undefined, set)
}
