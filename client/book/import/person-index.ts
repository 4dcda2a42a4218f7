import { isTrimmedAddress } from '#shared/clients/email-addresses.ts'
import { canBeSamePerson } from '#shared/clients/person-names.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'
import type { RecordData } from '#shared/sync/records.ts'
import type { Likeness } from './types.ts'

interface KnownPerson {
  id: string
  name: string
  /** Row number in the file; undefined for a client of the book. */
  row: number | undefined
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
  private readonly ids = new Map<string, KnownPerson>()
  /** By address, then by folded name, because a family or an office may share an address. */
  private readonly byAddress = new Map<string, Map<string, KnownPerson>>()
  private readonly byPhone = new Map<string, KnownPerson>()
  private readonly byName = new Map<string, KnownPerson>()

  add(person: RecordData, known: KnownPerson): void {
    this.ids.set(known.id, known)
    const [phone, name] = [getPhoneKey(person), getNameKey(person)]
    for (const address of getAddresses(person)) {
      const there = this.byAddress.get(address) ?? new Map<string, KnownPerson>()
      this.byAddress.set(address, there)
      if (!there.has(name)) there.set(name, known)
    }
    if (phone && !this.byPhone.has(phone)) this.byPhone.set(phone, known)
    if (name && !this.byName.has(name)) this.byName.set(name, known)
  }

  has(id: string): boolean {
    return this.ids.has(id)
  }

  /** Finds the best match: by id, then address, telephone number, name. */
  find(id: string | undefined, person: RecordData): PersonMatch | undefined {
    const same = id === undefined ? undefined : this.ids.get(id)
    if (same) return { person: same, likeness: 'id', isCertain: true }
    const byAddress = this.findByAddress(person)
    if (byAddress) return byAddress
    const phone = this.byPhone.get(getPhoneKey(person))
    if (phone) return { person: phone, likeness: 'phone', isCertain: false }
    const name = this.byName.get(getNameKey(person))
    return name && { person: name, likeness: 'name', isCertain: false }
  }

  /**
   * Sure only if exactly one person with this address has a matching name, because an office may
   * share an address.
   */
  private findByAddress(person: RecordData): PersonMatch | undefined {
    const name = getNameKey(person)
    const sharers = getAddresses(person).flatMap((address) => this.byAddress.get(address) ?? [])
    const exact = sharers.find((there) => there.has(name))?.get(name)
    if (exact) return { person: exact, likeness: 'email', isCertain: true }
    const all = sharers.flatMap((there) => [...there.values()].slice(0, MAX_SHARERS))
    const fitting = all.filter((one) => namesFit(String(person.name ?? ''), one.name))
    const [of] = [...fitting, ...all]
    return (
      of && {
        person: of,
        likeness: 'email',
        isCertain: new Set(fitting.map(({ id }) => id)).size === 1,
      }
    )
  }
}

/** If an address stands in place of the name, it cannot contradict the other name. */
function namesFit(a: string, b: string): boolean {
  return isTrimmedAddress(a) || isTrimmedAddress(b) || canBeSamePerson(a, b)
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
