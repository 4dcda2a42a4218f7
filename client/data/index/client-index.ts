import type { ClientQuery, ClientSort } from '#client/data/store/types.ts'
import type { Change } from '#shared/sync/protocol.ts'
import {
  type IndexEntry,
  normalizeText,
  parseSearchTerms,
  significantDigits,
  toDigits,
  toIndexEntry,
} from './index-entry.ts'

interface LocatedEntry extends IndexEntry {
  /** From the `records` table, which takes precedence over pages. */
  isUnpacked: boolean
  /** Number of the newest page that contains this client. */
  pageNo: number | undefined
}

interface SearchResult {
  searchText: string
  sort: ClientSort
  entries: readonly IndexEntry[]
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

/** The collection of the clients, which have an index of their own: thousands are sorted and searched. */
export const CLIENT = 'client'

/** In-memory index of all clients on this device: sort orders, search and duplicates. */
export class ClientIndex {
  readonly pageNumbers = new Set<number>()
  private readonly entries = new Map<string, LocatedEntry>()
  /** Clients that are not deleted, by address, telephone number, and name with location. */
  private readonly byDuplicateKey = new Map<string, IndexEntry[]>()
  private sortedEntries: IndexEntry[] = []
  /** Entries added since `sortedEntries` was sorted. */
  private unsortedEntries: IndexEntry[] = []
  private isSorted = true
  private readonly sortedCache = new Map<ClientSort, readonly IndexEntry[]>()
  private lastSearch: SearchResult | undefined
  private liveCount = 0

  /** How many clients are not deleted. */
  get size(): number {
    return this.liveCount
  }

  /** Adds a page. An entry from a row or a newer page stays. */
  addPage(no: number, changes: readonly Change[]): void {
    this.pageNumbers.add(no)
    for (const change of changes) {
      if (change.coll !== CLIENT) continue
      const before = this.entries.get(change.id)
      if ((before?.pageNo ?? 0) > no) continue
      if (before?.isUnpacked) before.pageNo = no
      else this.put({ ...toIndexEntry(change), isUnpacked: false, pageNo: no })
    }
  }

  /** Adds a row, in the shape of a change; it replaces the entry from a page. */
  putRecord(change: Change): void {
    this.put({
      ...toIndexEntry(change),
      isUnpacked: true,
      pageNo: this.entries.get(change.id)?.pageNo,
    })
  }

  /** Removes a row; the caller must add the client's page again. */
  removeRecord(id: string): void {
    const entry = this.entries.get(id)
    if (!entry?.isUnpacked) return
    this.removeFromGroups(entry)
    this.entries.delete(id)
    this.invalidate()
  }

  /** Returns a client's entry, also if it is deleted. */
  get(id: string): Readonly<LocatedEntry> | undefined {
    return this.entries.get(id)
  }

  /** Returns the clients that match a query. In name order, matches in the name come first. */
  list({ text, sort }: ClientQuery): readonly IndexEntry[] {
    const words = parseSearchTerms(text)
    if (words.length === 0) return this.getSorted(sort)
    const key = words.join(' ')
    if (this.lastSearch?.searchText !== key || this.lastSearch.sort !== sort)
      this.lastSearch = { searchText: key, sort, entries: this.search(words, sort) }
    return this.lastSearch.entries
  }

  /** Ids of the clients that were deleted or erased since an instant, UTC milliseconds. */
  listDeletedSince(instant: number): string[] {
    const found: string[] = []
    for (const { id, deleted, updatedAt } of this.entries.values())
      if (deleted && updatedAt > instant) found.push(id)
    return found
  }

  listConflicted(): IndexEntry[] {
    return this.getSorted('name').filter(({ hasConflict }) => hasConflict)
  }

  /** Whether another client has the same address, telephone number, or name and location. */
  hasDuplicate(entry: IndexEntry): boolean {
    return getDuplicateKeys(entry).some((key) =>
      this.byDuplicateKey.get(key)?.some((one) => areDuplicates(entry, one)),
    )
  }

  /** Maps each possible duplicate to an earlier client in the index that it resembles. */
  findDuplicates(): Map<IndexEntry, IndexEntry> {
    const found = new Map<IndexEntry, IndexEntry>()
    for (const group of this.byDuplicateKey.values())
      for (const [i, entry] of group.entries()) {
        const other = group.slice(0, i).find((one) => areDuplicates(entry, one))
        if (other && !found.has(entry)) found.set(entry, other)
      }
    return found
  }

  /**
   * Clients who may be this person: matches by email address first, then telephone number, then
   * name.
   */
  findMatches(person: Person): IndexEntry[] {
    const email = normalizeTrimmed(person.email)
    const phone = significantDigits(toDigits(person.phone))
    const name = normalizeTrimmed(person.name)
    const location = person.location === undefined ? undefined : normalizeTrimmed(person.location)
    const all = this.getSorted('name')
    return [
      ...new Set([
        ...(email ? all.filter(({ emails }) => emails.includes(email)) : []),
        ...(phone ? all.filter((entry) => entry.phone === phone) : []),
        ...(name ? all.filter((entry) => isNamed(entry, name, location)) : []),
      ]),
    ]
  }

  private put(entry: LocatedEntry): void {
    const before = this.entries.get(entry.id)
    if (before) this.removeFromGroups(before)
    this.entries.set(entry.id, entry)
    if (!entry.deleted) {
      this.liveCount += 1
      this.unsortedEntries.push(entry)
      for (const key of getDuplicateKeys(entry)) {
        const group = this.byDuplicateKey.get(key)
        if (group) group.push(entry)
        else this.byDuplicateKey.set(key, [entry])
      }
    }
    this.invalidate()
  }

  private removeFromGroups(entry: IndexEntry): void {
    if (entry.deleted) return
    this.liveCount -= 1
    for (const key of getDuplicateKeys(entry)) {
      const rest = (this.byDuplicateKey.get(key) ?? []).filter((one) => one !== entry)
      if (rest.length > 0) this.byDuplicateKey.set(key, rest)
      else this.byDuplicateKey.delete(key)
    }
  }

  private invalidate(): void {
    this.isSorted = false
    this.sortedCache.clear()
    this.lastSearch = undefined
  }

  private getSorted(sort: ClientSort): readonly IndexEntry[] {
    const known = this.sortedCache.get(sort)
    if (known) return known
    const order =
      sort === 'name' ? this.sortByName() : [...this.getSorted('name')].sort(comparators[sort])
    this.sortedCache.set(sort, order)
    return order
  }

  /** Merges the added entries; sorting a list that is nearly sorted takes one pass. */
  private sortByName(): IndexEntry[] {
    if (this.isSorted) return this.sortedEntries
    const isCurrent = (entry: IndexEntry) => this.entries.get(entry.id) === entry
    const added = this.unsortedEntries.filter(isCurrent).sort(compareNames)
    this.sortedEntries = [...this.sortedEntries.filter(isCurrent), ...added].sort(compareNames)
    this.unsortedEntries = []
    this.isSorted = true
    return this.sortedEntries
  }

  private search(words: readonly string[], sort: ClientSort): IndexEntry[] {
    const found = this.getSorted(sort).filter(({ searchText }) => hasAll(searchText, words))
    if (sort !== 'name') return found
    const isInName = ({ sortName }: IndexEntry) => hasAll(sortName, words)
    return [...found.filter(isInName), ...found.filter((entry) => !isInName(entry))]
  }
}

/**
 * Comparators for entries that are already in name order; the sort is stable. Entries without a
 * location come last.
 */
const comparators = {
  location: (a: IndexEntry, b: IndexEntry) =>
    Number(a.sortLocation === '') - Number(b.sortLocation === '') ||
    compare(a.sortLocation, b.sortLocation),
  lastContact: (a: IndexEntry, b: IndexEntry) => compare(b.lastContact, a.lastContact),
  recent: (a: IndexEntry, b: IndexEntry) => b.updatedAt - a.updatedAt,
}

/** The id breaks ties, so that an edit never swaps two clients with the same name. */
function compareNames(a: IndexEntry, b: IndexEntry): number {
  return compare(a.sortName, b.sortName) || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

/** Keys that two duplicates share. */
function getDuplicateKeys({
  emails: [email],
  phone,
  sortName,
  sortLocation,
}: IndexEntry): string[] {
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
function areDuplicates(one: IndexEntry, other: IndexEntry): boolean {
  return (
    one.id !== other.id &&
    !one.distinctFrom.includes(other.id) &&
    !other.distinctFrom.includes(one.id)
  )
}

function isNamed(entry: IndexEntry, name: string, location: string | undefined): boolean {
  return entry.sortName === name && (location ?? entry.sortLocation) === entry.sortLocation
}

function normalizeTrimmed(text: string): string {
  return normalizeText(text).replaceAll(/\s+/g, ' ').trim()
}
