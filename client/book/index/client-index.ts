import type { ClientQuery, ClientSort } from '#client/book/store/types.ts'
import type { Change } from '#shared/sync/protocol.ts'
import {
  digitsOf,
  type Entry,
  entryOf,
  normalizeText,
  searchWords,
  significantDigits,
} from './entry.ts'

interface Indexed extends Entry {
  /** From the `rows` table, which wins over every page. */
  isRow: boolean
  /** The newest page that has this client. */
  page: number | undefined
}

interface Found {
  words: string
  sort: ClientSort
  entries: readonly Entry[]
}

/** A booking or a message has no location; then the name alone has to do. */
export interface Person {
  email: string
  phone: string
  name: string
  location?: string
}

/** Every client of this device in memory: their order, search and duplicates. */
export class ClientIndex {
  /** The numbers of the pages that were added. */
  readonly pages = new Set<number>()
  private readonly entries = new Map<string, Indexed>()
  /** Living clients by each address, telephone number, and name with location. */
  private readonly alike = new Map<string, Entry[]>()
  private byName: Entry[] = []
  /** Put since `byName` was sorted. */
  private added: Entry[] = []
  private isSorted = true
  private readonly orders = new Map<ClientSort, readonly Entry[]>()
  private found: Found | undefined
  private living = 0

  /** How many clients are not deleted. */
  get size(): number {
    return this.living
  }

  addPage(no: number, changes: readonly Change[]): void {
    this.pages.add(no)
    for (const change of changes) {
      if (change.coll !== 'client') continue
      const before = this.entries.get(change.id)
      if ((before?.page ?? 0) > no) continue
      if (before?.isRow) before.page = no
      else this.put({ ...entryOf(change), isRow: false, page: no })
    }
  }

  /** `change`: the row of a client, in the shape of a change. */
  putRow(change: Change): void {
    this.put({ ...entryOf(change), isRow: true, page: this.entries.get(change.id)?.page })
  }

  /** The row has gone; whoever removes it adds the client's page again. */
  removeRow(id: string): void {
    const entry = this.entries.get(id)
    if (!entry?.isRow) return
    this.leave(entry)
    this.entries.delete(id)
    this.changed()
  }

  /** The entry of a client, deleted or not. */
  get(id: string): Readonly<Indexed> | undefined {
    return this.entries.get(id)
  }

  /** The living clients that a search finds, in order; those found by their names first. */
  list({ text, sort }: ClientQuery): readonly Entry[] {
    const words = searchWords(text)
    if (words.length === 0) return this.order(sort)
    const key = words.join(' ')
    if (this.found?.words !== key || this.found.sort !== sort)
      this.found = { words: key, sort, entries: this.search(words, sort) }
    return this.found.entries
  }

  conflicted(): Entry[] {
    return this.order('name').filter(({ conflicted }) => conflicted)
  }

  /** Whether another client has the same address, telephone number, or name and location. */
  hasDuplicate(entry: Entry): boolean {
    return keysOf(entry).some((key) => this.alike.get(key)?.some((one) => areAlike(entry, one)))
  }

  /** Each client who looks like one who was there before, with that one. */
  duplicates(): Map<Entry, Entry> {
    const found = new Map<Entry, Entry>()
    for (const group of this.alike.values())
      for (const [i, entry] of group.entries()) {
        const other = group.slice(0, i).find((one) => areAlike(entry, one))
        if (other && !found.has(entry)) found.set(entry, other)
      }
    return found
  }

  /** Clients who may be this person: by e-mail address, then telephone number, then name. */
  matching(person: Person): Entry[] {
    const email = normalizeTrimmed(person.email)
    const phone = significantDigits(digitsOf(person.phone))
    const name = normalizeTrimmed(person.name)
    const location = person.location === undefined ? undefined : normalizeTrimmed(person.location)
    const all = this.order('name')
    return [
      ...new Set([
        ...(email ? all.filter(({ emails }) => emails.includes(email)) : []),
        ...(phone ? all.filter((entry) => entry.phone === phone) : []),
        ...(name ? all.filter((entry) => isNamed(entry, name, location)) : []),
      ]),
    ]
  }

  private put(entry: Indexed): void {
    const before = this.entries.get(entry.id)
    if (before) this.leave(before)
    this.entries.set(entry.id, entry)
    if (!entry.deleted) {
      this.living += 1
      this.added.push(entry)
      for (const key of keysOf(entry)) {
        const group = this.alike.get(key)
        if (group) group.push(entry)
        else this.alike.set(key, [entry])
      }
    }
    this.changed()
  }

  private leave(entry: Entry): void {
    if (entry.deleted) return
    this.living -= 1
    for (const key of keysOf(entry)) {
      const rest = (this.alike.get(key) ?? []).filter((one) => one !== entry)
      if (rest.length > 0) this.alike.set(key, rest)
      else this.alike.delete(key)
    }
  }

  private changed(): void {
    this.isSorted = false
    this.orders.clear()
    this.found = undefined
  }

  private order(sort: ClientSort): readonly Entry[] {
    const known = this.orders.get(sort)
    if (known) return known
    const order = sort === 'name' ? this.sortedByName() : [...this.order('name')].sort(orders[sort])
    this.orders.set(sort, order)
    return order
  }

  /** Sorts what is new into what is sorted already, which takes one pass. */
  private sortedByName(): Entry[] {
    if (this.isSorted) return this.byName
    const isCurrent = (entry: Entry) => this.entries.get(entry.id) === entry
    const added = this.added.filter(isCurrent).sort(byName)
    this.byName = [...this.byName.filter(isCurrent), ...added].sort(byName)
    this.added = []
    this.isSorted = true
    return this.byName
  }

  private search(words: readonly string[], sort: ClientSort): Entry[] {
    const found = this.order(sort).filter(({ text }) => hasAll(text, words))
    if (sort !== 'name') return found
    const isInName = ({ sortName }: Entry) => hasAll(sortName, words)
    return [...found.filter(isInName), ...found.filter((entry) => !isInName(entry))]
  }
}

/** Of entries that are in the order of their names; those without a location stand last. */
const orders = {
  location: (a: Entry, b: Entry) =>
    Number(a.sortLocation === '') - Number(b.sortLocation === '') ||
    compare(a.sortLocation, b.sortLocation),
  lastContact: (a: Entry, b: Entry) => compare(b.lastContact, a.lastContact),
  recent: (a: Entry, b: Entry) => b.updatedAt - a.updatedAt,
}

/** By the id at last, so that an edit never changes the order of two clients of one name. */
function byName(a: Entry, b: Entry): number {
  return compare(a.sortName, b.sortName) || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

/** What a client shares with a duplicate. */
function keysOf({ emails: [email], phone, sortName, sortLocation }: Entry): string[] {
  const keys: string[] = []
  if (email) keys.push(`email ${email}`)
  if (phone) keys.push(`phone ${phone}`)
  if (sortName && sortLocation) keys.push(`name ${sortName}\t${sortLocation}`)
  return keys
}

/** Of two that share a key: unless they are one, or the owner has said that they are not. */
function areAlike(one: Entry, other: Entry): boolean {
  return (
    one.id !== other.id &&
    !one.distinctFrom.includes(other.id) &&
    !other.distinctFrom.includes(one.id)
  )
}

function isNamed(entry: Entry, name: string, location: string | undefined): boolean {
  return entry.sortName === name && (location ?? entry.sortLocation) === entry.sortLocation
}

function normalizeTrimmed(text: string): string {
  return normalizeText(text).replaceAll(/\s+/g, ' ').trim()
}
