import { tellingDigits } from '#client/book/store/heads.ts'
import type { Columns } from './columns.ts'
import type { Segment } from './segment.ts'

const SLOTS = 2 ** 19
/** E-mail address, telephone, or name with location. */
const KEYS = 3

/** What the index holds of the clients. */
interface Entries {
  columns: Columns
  twins: TwinCounts
  isLive(place: number): boolean
  at(place: number): { segment: Segment; i: number }
}

/** How many living clients share what they are known by, roughly: two keys may fall into one slot. */
export class TwinCounts {
  private readonly slots = Array.from({ length: KEYS }, () => new Uint16Array(SLOTS))

  /** `by`: 1 for a client that lives from now on, -1 for one that does no more. */
  count(columns: Columns, place: number, by: 1 | -1): void {
    for (let k = 0; k < this.slots.length; k++) {
      const slots = this.slots[k]
      const key = keyAt(columns, place, k)
      if (slots && key !== 0) slots[key % SLOTS] = (slots[key % SLOTS] ?? 0) + by
    }
  }

  /** False where nobody else has it; saves a search through all. */
  mayShare(columns: Columns, place: number, k: number): boolean {
    const key = keyAt(columns, place, k)
    return key !== 0 && (this.slots[k]?.[key % SLOTS] ?? 0) > 1
  }
}

/** One of the keys; 0 for none. */
function keyAt(columns: Columns, place: number, k: number): number {
  const { emailHashes, phoneHashes, nameHashes, locationHashes } = columns
  if (k < 2) return (k === 0 ? emailHashes : phoneHashes)[place] ?? 0
  const location = locationHashes[place] ?? 0
  return location === 0 ? 0 : ((nameHashes[place] ?? 0) ^ location) >>> 0
}

/** Whether another client has the same e-mail address, telephone, or name and location. */
export function hasTwin(memory: Entries, place: number): boolean {
  const { columns, twins } = memory
  const { emailHashes, phoneHashes, nameHashes, count } = columns
  return [emailHashes, phoneHashes, nameHashes].some((hashes, k) => {
    if (!twins.mayShare(columns, place, k)) return false
    const all = hashes.subarray(0, count)
    const hash = all[place] ?? 0
    for (let other = all.indexOf(hash); other !== -1; other = all.indexOf(hash, other + 1))
      if (other !== place && memory.isLive(other) && areAlike(memory, place, other)) return true
    return false
  })
}

/** Each client who looks like one before them, with that one; by places. */
export function twinsIn(memory: Entries): Map<number, number> {
  const found = new Map<number, number>()
  for (let k = 0; k < KEYS; k++) {
    const alike = new Map<number, number[]>()
    for (const place of sharing(memory, k)) {
      const key = keyAt(memory.columns, place, k)
      const before = alike.get(key) ?? []
      const twin = before.find((other) => areAlike(memory, place, other))
      if (twin !== undefined && !found.has(place)) found.set(place, twin)
      alike.set(key, [...before, place])
    }
  }
  return found
}

function* sharing(memory: Entries, k: number): Generator<number> {
  const { columns, twins } = memory
  for (let place = 0; place < columns.count; place++)
    if (memory.isLive(place) && twins.mayShare(columns, place, k)) yield place
}

/** By the texts themselves, and unless the owner has told them apart. */
function areAlike(memory: Entries, one: number, other: number): boolean {
  const [a, b] = [memory.at(one), memory.at(other)]
  const [name, location, emails = '', digits = ''] = a.segment.fields(a.i)
  const [otherName, otherLocation, otherEmails = '', otherDigits = ''] = b.segment.fields(b.i)
  const phone = tellingDigits(digits)
  const [email = ''] = emails.split(' ', 1)
  const alike =
    (email !== '' && email === otherEmails.split(' ', 1)[0]) ||
    (phone !== '' && phone === tellingDigits(otherDigits)) ||
    (location !== '' && name === otherName && location === otherLocation)
  const [id, otherId] = [a.segment.id(a.i), b.segment.id(b.i)]
  const apart = a.segment.apart(a.i).includes(otherId) || b.segment.apart(b.i).includes(id)
  return alike && !apart
}
