import { isAddress } from '#shared/clients/addresses.ts'
import { mayBeOnePerson } from '#shared/clients/names.ts'
import { fold } from '#shared/lib/fold.ts'
import type { RecordData } from '#shared/sync/records.ts'
import type { Likeness } from './types.ts'

interface Known {
  id: string
  name: string
  /** Row number in the file; undefined for a client of the book. */
  row: number | undefined
}

/** The client whom a row is, or may be. */
export interface Match {
  of: Known
  why: Likeness
  /** Certainly the same person; otherwise the owner decides. */
  sure: boolean
}

/**
 * Digits compared from the end of a telephone number, because the country code is often left out.
 */
const TELLING_DIGITS = 8
/**
 * Maximum people of one address that are compared by name; an address shared by more identifies
 * nobody.
 */
const MOST_SHARERS = 50

/** Index of existing clients and earlier rows, by id, address, telephone number and name. */
export class KnownPeople {
  private readonly ids = new Map<string, Known>()
  /** By address, then by folded name, because a family or an office may share an address. */
  private readonly byAddress = new Map<string, Map<string, Known>>()
  private readonly byPhone = new Map<string, Known>()
  private readonly byName = new Map<string, Known>()

  add(person: RecordData, known: Known): void {
    this.ids.set(known.id, known)
    const [phone, name] = [phoneOf(person), nameOf(person)]
    for (const address of addressesOf(person)) {
      const there = this.byAddress.get(address) ?? new Map<string, Known>()
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
  find(id: string | undefined, person: RecordData): Match | undefined {
    const same = id === undefined ? undefined : this.ids.get(id)
    if (same) return { of: same, why: 'id', sure: true }
    const byAddress = this.findByAddress(person)
    if (byAddress) return byAddress
    const phone = this.byPhone.get(phoneOf(person))
    if (phone) return { of: phone, why: 'phone', sure: false }
    const name = this.byName.get(nameOf(person))
    return name && { of: name, why: 'name', sure: false }
  }

  /**
   * Sure only if exactly one person with this address has a matching name, because an office may
   * share an address.
   */
  private findByAddress(person: RecordData): Match | undefined {
    const name = nameOf(person)
    const sharers = addressesOf(person).flatMap((address) => this.byAddress.get(address) ?? [])
    const exact = sharers.find((there) => there.has(name))?.get(name)
    if (exact) return { of: exact, why: 'email', sure: true }
    const all = sharers.flatMap((there) => [...there.values()].slice(0, MOST_SHARERS))
    const fitting = all.filter((one) => namesFit(String(person.name ?? ''), one.name))
    const [of] = [...fitting, ...all]
    return of && { of, why: 'email', sure: new Set(fitting.map(({ id }) => id)).size === 1 }
  }
}

/** If an address stands in place of the name, it cannot contradict the other name. */
function namesFit(a: string, b: string): boolean {
  return isAddress(a) || isAddress(b) || mayBeOnePerson(a, b)
}

/** Values that are not addresses, such as `n/a`, match nobody. */
function addressesOf({ email, otherEmails }: RecordData): string[] {
  const all: unknown[] = [email, ...(Array.isArray(otherEmails) ? otherEmails : [])]
  return all.flatMap((one) => {
    const address = typeof one === 'string' ? one.trim() : ''
    return isAddress(address) ? [address.toLowerCase()] : []
  })
}

function phoneOf({ phone }: RecordData): string {
  const digits = typeof phone === 'string' ? phone.replaceAll(/\D/g, '') : ''
  return digits.length < TELLING_DIGITS ? '' : digits.slice(-TELLING_DIGITS)
}

function nameOf({ name }: RecordData): string {
  return typeof name === 'string' ? fold(name) : ''
}
