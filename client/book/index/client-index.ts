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
  /** From the `rows` table, which takes precedence over pages. */
  isRow: boolean
  /** Number of the newest page that contains this client. */
  page: number | undefined
}

interface Found {
  words: string
  sort: ClientSort
  entries: readonly Entry[]
}

/**
 * A person to match with clients. Bookings and messages have no location; then the name alone
 * decides.
 */
export interface Person {
  email: string
  phone: string
  name: string
  location?: string
}

/** In-memory index of all clients on this device: sort orders, search and duplicates. */
export class ClientIndex {
  /** Numbers of the pages in the index. */
  readonly pages = new Set<number>()
  private readonly entries = new Map<string, Indexed>()
  /** Clients that are not deleted, by address, telephone number, and name with location. */
  private readonly alike = new Map<string, Entry[]>()
  private byName: Entry[] = []
  /** Entries put since `byName` was sorted. */
  private added: Entry[] = []
  private isSorted = true
  private readonly orders = new Map<ClientSort, readonly Entry[]>()
  private found: Found | undefined
  private living = 0

  /** How many clients are not deleted. */
  get size(): number {
    return this.living
  }

  /** Adds a page. An entry from a row or a newer page stays. */
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

  /** Adds a row, in the shape of a change; it replaces the entry from a page. */
  putRow(change: Change): void {
    this.put({ ...entryOf(change), isRow: true, page: this.entries.get(change.id)?.page })
  }

  /** Removes a row; the caller must add the client's page again. */
  removeRow(id: string): void {
    const entry = this.entries.get(id)
    if (!entry?.isRow) return
    this.leave(entry)
    this.entries.delete(id)
    this.changed()
  }

  /** Returns a client's entry, also if it is deleted. */
  get(id: string): Readonly<Indexed> | undefined {
    return this.entries.get(id)
  }

  /** Returns the clients that match a query. In name order, matches in the name come first. */
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

  /** Maps each possible duplicate to an earlier client in the index that it resembles. */
  duplicates(): Map<Entry, Entry> {
    const found = new Map<Entry, Entry>()
    for (const group of this.alike.values())
      for (const [i, entry] of group.entries()) {
        const other = group.slice(0, i).find((one) => areAlike(entry, one))
        if (other && !found.has(entry)) found.set(entry, other)
      }
    return found
  }

  /**
   * Clients who may be this person: matches by email address first, then telephone number, then
   * name.
   */
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

  /** Merges the added entries; sorting a list that is nearly sorted takes one pass. */
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

/**
 * Comparators for entries that are already in name order; the sort is stable. Entries without a
 * location come last.
 */
const orders = {
  location: (a: Entry, b: Entry) =>
    Number(a.sortLocation === '') - Number(b.sortLocation === '') ||
    compare(a.sortLocation, b.sortLocation),
  lastContact: (a: Entry, b: Entry) => compare(b.lastContact, a.lastContact),
  recent: (a: Entry, b: Entry) => b.updatedAt - a.updatedAt,
}

/** The id breaks ties, so that an edit never swaps two clients with the same name. */
function byName(a: Entry, b: Entry): number {
  return compare(a.sortName, b.sortName) || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

/** Keys that two duplicates have in common. */
function keysOf({ emails: [email], phone, sortName, sortLocation }: Entry): string[] {
  const keys: string[] = []
  if (email) keys.push(`email ${email}`)
  if (phone) keys.push(`phone ${phone}`)
  if (sortName && sortLocation) keys.push(`name ${sortName}\t${sortLocation}`)
  return keys
}

/**
 * Whether two entries with a common key may be duplicates: different clients that the owner has not
 * marked as different people.
 */
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
