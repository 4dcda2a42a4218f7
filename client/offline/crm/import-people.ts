import { fold } from '../../../shared/lib/fold.ts'
import type { RecordData } from '../../../shared/sync/records.ts'
import type { Likeness } from './import-types.ts'

interface Known {
  id: string
  name: string
  /** Of the file; undefined for a client of the book. */
  row: number | undefined
}

/** A country's code is often left out: so many digits at the end say enough. */
const TELLING_DIGITS = 8

/** Everybody who is there already, by what makes people the same. */
export class KnownPeople {
  private readonly byKey = new Map<string, Known>()
  private readonly ids = new Map<string, Known>()

  add(person: RecordData, known: Known): void {
    this.ids.set(known.id, known)
    for (const [, key] of keysOf(person)) if (!this.byKey.has(key)) this.byKey.set(key, known)
  }

  has(id: string): boolean {
    return this.ids.has(id)
  }

  /** Who this is, and by what it shows; the surest first. */
  find(id: string | undefined, person: RecordData): { of: Known; why: Likeness } | undefined {
    const same = id === undefined ? undefined : this.ids.get(id)
    if (same) return { of: same, why: 'id' }
    for (const [why, key] of keysOf(person)) {
      const of = this.byKey.get(key)
      if (of) return { of, why }
    }
    return undefined
  }
}

/** Names alone tell people apart too little, unless there is nothing else to tell them by. */
function keysOf({ name, email, otherEmails, phone }: RecordData): [Likeness, string][] {
  const addresses = [email, ...(Array.isArray(otherEmails) ? otherEmails : [])]
  const keys = addresses.flatMap((address): [Likeness, string][] =>
    typeof address === 'string' && address ? [['email', `@${address.trim().toLowerCase()}`]] : [],
  )
  const digits = typeof phone === 'string' ? phone.replaceAll(/\D/g, '') : ''
  if (digits.length >= TELLING_DIGITS) keys.push(['phone', `+${digits.slice(-TELLING_DIGITS)}`])
  if (keys.length === 0 && typeof name === 'string' && name) keys.push(['name', fold(name)])
  return keys
}
