import { isTrimmedAddress } from '#shared/clients/email-addresses.ts'
import { canBeSamePerson, isSurelySamePerson } from '#shared/clients/person-names.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import type { Likeness } from './types.ts'

export interface KnownPerson {
  id: string
  name: string
  /** Row number in the file; undefined for a client of the book. */
  row: number | undefined
}

interface IndexedPerson {
  known: KnownPerson
  /** The names of the client and of all rows that were joined with it. */
  names: string[]
  addresses: Set<string>
}

/** The client whom a row is, or may be. */
export interface PersonMatch {
  person: KnownPerson
  likeness: Likeness
  /** Certainly the same person; otherwise the owner decides. */
  isCertain: boolean
}

/**
 * Digits compared from the end of a telephone number, because the country code is often left out.
 */
const TELLING_DIGITS = 8
/**
 * Maximum people of one address that are compared by name; an address shared by more identifies
 * nobody.
 */
const MAX_SHARERS = 50

/** Index of existing clients and earlier rows, by id, address, telephone number and name. */
export class PersonIndex {
  private readonly people = new Map<string, IndexedPerson>()
  /** By the id in the file, which may be that of another program. */
  private readonly byFileId = new Map<string, IndexedPerson>()
  /** Clients of the book that were deleted: their ids can be used to restore them. */
  private readonly deleted = new Map<string, IndexedPerson>()
  private readonly byAddress = new Map<string, IndexedPerson[]>()
  private readonly byPhone = new Map<string, IndexedPerson>()
  private readonly byName = new Map<string, IndexedPerson>()

  /** `fileId`: the id that the row has in the file. */
  add(person: RecordData, known: KnownPerson, fileId?: string): void {
    const indexed = this.people.get(known.id) ?? { known, names: [], addresses: new Set() }
    this.people.set(known.id, indexed)
    const name = String(person.name ?? '')
    if (!indexed.names.includes(name)) indexed.names.push(name)
    if (fileId !== undefined && !this.byFileId.has(fileId)) this.byFileId.set(fileId, indexed)
    for (const address of getAddresses(person)) this.addAddress(address, indexed)
    const [phone, key] = [getPhoneKey(person), getNameKey(person)]
    if (phone && !this.byPhone.has(phone)) this.byPhone.set(phone, indexed)
    if (key && !this.byName.has(key)) this.byName.set(key, indexed)
  }

  private addAddress(address: string, person: IndexedPerson): void {
    if (person.addresses.has(address)) return
    person.addresses.add(address)
    const sharers = this.byAddress.get(address)
    if (!sharers) this.byAddress.set(address, [person])
    else if (sharers.length <= MAX_SHARERS) sharers.push(person)
  }

  addDeleted(person: RecordData, id: string): void {
    const known = { id, name: String(person.name ?? ''), row: undefined }
    const addresses = new Set(getAddresses(person))
    this.deleted.set(id, { known, names: [known.name], addresses })
  }

  has(id: string): boolean {
    return this.people.has(id)
  }

  /** Whether an id of a file is that of this person, deleted from the book. */
  isDeleted(id: string, person: RecordData): boolean {
    const before = this.deleted.get(id)
    return before !== undefined && agrees(before, person)
  }

  /** Whether an id of a file is that of somebody else in the book. */
  isTaken(id: string): boolean {
    return this.people.has(id) || this.deleted.has(id)
  }

  /**
   * Finds the best match: by id, then address, telephone number, name. An id counts only if name or
   * address agree, because programs number their clients from 1.
   */
  find(id: string | undefined, person: RecordData): PersonMatch | undefined {
    const same = id === undefined ? undefined : (this.people.get(id) ?? this.byFileId.get(id))
    if (same && agrees(same, person)) return { person: same.known, likeness: 'id', isCertain: true }
    const byAddress = this.findByAddress(person)
    if (byAddress) return byAddress
    const name = getNameKey(person)
    const phone = this.byPhone.get(getPhoneKey(person))
    if (phone) {
      const isCertain = name !== '' && phone.names.every((one) => normalizeForSearch(one) === name)
      return { person: phone.known, likeness: 'phone', isCertain }
    }
    const namesake = this.byName.get(name)
    if (namesake) return { person: namesake.known, likeness: 'name', isCertain: false }
    return same && { person: same.known, likeness: 'id', isCertain: false }
  }

  /**
   * Sure only if exactly one person with this address has a matching name, because a family or an
   * office may share an address.
   */
  private findByAddress(person: RecordData): PersonMatch | undefined {
    const name = getNameKey(person)
    const all = getAddresses(person).flatMap((address) => this.byAddress.get(address) ?? [])
    const exact = all.find(({ names }) => names.some((one) => normalizeForSearch(one) === name))
    if (exact) return { person: exact.known, likeness: 'email', isCertain: true }
    const fitting = new Set(all.filter((one) => fitsAllNames(one, String(person.name ?? ''))))
    const isShared = isTrimmedAddress(name) && new Set(all).size > 1
    const [found] = [...fitting, ...all]
    return (
      found && {
        person: found.known,
        likeness: 'email',
        isCertain: fitting.size === 1 && !isShared,
      }
    )
  }
}

/** Whether name or address of a row agree with those of a person. */
function agrees({ names, addresses }: IndexedPerson, person: RecordData): boolean {
  const name = String(person.name ?? '')
  return (
    getAddresses(person).some((address) => addresses.has(address)) ||
    names.some((one) => canBeSamePerson(one, name))
  )
}

/** If an address stands in place of the name, it cannot contradict the other name. */
function fitsAllNames({ names }: IndexedPerson, name: string): boolean {
  return names.every(
    (one) => isTrimmedAddress(one) || isTrimmedAddress(name) || isSurelySamePerson(one, name),
  )
}

/** Values that are not addresses, such as `n/a`, match nobody. */
function getAddresses({ email, otherEmails }: RecordData): string[] {
  const all: unknown[] = [email, ...(Array.isArray(otherEmails) ? otherEmails : [])]
  return all.flatMap((one) => {
    const address = typeof one === 'string' ? one.trim() : ''
    return isTrimmedAddress(address) ? [address.toLowerCase()] : []
  })
}

function getPhoneKey({ phone }: RecordData): string {
  const digits = typeof phone === 'string' ? phone.replaceAll(/\D/g, '') : ''
  return digits.length < TELLING_DIGITS ? '' : digits.slice(-TELLING_DIGITS)
}

function getNameKey({ name }: RecordData): string {
  return typeof name === 'string' ? normalizeForSearch(name) : ''
}
