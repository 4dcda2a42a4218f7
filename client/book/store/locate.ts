import type { Change } from '#shared/sync/protocol.ts'
import type { Collection } from '#shared/sync/records.ts'
import type { OwnerDatabase } from './database.ts'

/** What is known of where a record was packed: in `page`, as far as pages are known `through`. */
interface Hint {
  through: number
  page: number | undefined
}

export type Hints = (coll: Collection, id: string) => Hint

export interface Packed {
  change: Change
  /** The full pull that brought it. */
  round: number
}

type Name = { coll: Collection; id: string }

/** A record as its newest page has it; to be asked within a transaction on `pages`. */
export async function findPacked(
  db: OwnerDatabase,
  { coll, id }: Name,
  hints: Hints,
): Promise<Packed | undefined> {
  const { through, page } = hints(coll, id)
  const later = await db.pages.where('no').above(through).reverse().primaryKeys()
  for (const no of page === undefined ? later : [...later, page]) {
    const stored = await db.pages.get(no)
    const change = stored && changeIn(stored.bytes, { coll, id })
    if (change) return { change, round: stored.round }
  }
  return undefined
}

export function unpack(bytes: Uint8Array): Change[] {
  return JSON.parse(new TextDecoder().decode(bytes))
}

const BEGINS = '{"coll":"'

/** One record of a page. Its text is found and read alone: to read a thousand for one takes as long as they do. */
function changeIn(bytes: Uint8Array, { coll, id }: Name): Change | undefined {
  const text = new TextDecoder().decode(bytes)
  const start = text.indexOf(`${BEGINS}${coll}","id":"${id}",`)
  const next = text.indexOf(`,${BEGINS}`, start)
  try {
    return start === -1 ? undefined : JSON.parse(text.slice(start, next === -1 ? -1 : next))
  } catch {
    // Something within the record begins as records do.
    return unpack(bytes).find((one) => one.id === id && one.coll === coll)
  }
}
