import type { Trip } from '../../../shared/crm/schema.ts'
import type { PlainDate } from '../../../shared/lib/date.ts'
import type { Change } from '../../../shared/sync/protocol.ts'
import type { RecordData } from '../../../shared/sync/records.ts'
import type { OwnerDatabase, Page, Row } from './database.ts'
import type { ClientTrip } from './types.ts'

/** The journeys of one page; a page does not change once it is packed. */
interface PageTrips {
  ids: readonly string[]
  found: ReadonlyMap<string, Journeys>
}

interface Journeys {
  name: string
  trips: readonly Trip[]
}

/** Pages that were read before, by round and number. */
export type TripCache = Map<string, PageTrips>

export interface Dates {
  from: PlainDate
  to: PlainDate
}

/** Every client's journeys that touch these dates, as this device shows them; the earliest first. */
export async function tripsBetween(
  db: OwnerDatabase,
  cache: TripCache,
  { from, to }: Dates,
): Promise<ClientTrip[]> {
  const touches = ({ start, end }: Trip) => start <= to && end >= from
  const all = await db.transaction('r', db.rows, db.heads, db.pages, () => journeysOf(db, cache))
  return [...all]
    .flatMap(([clientId, { name, trips }]) =>
      trips.filter(touches).map((trip) => ({ clientId, name, trip })),
    )
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

function key({ name, trip }: ClientTrip): string {
  return `${trip.start} ${name} ${trip.id}`
}

/** Touched records win over packed ones, and later pages over earlier. */
async function journeysOf(db: OwnerDatabase, cache: TripCache): Promise<Map<string, Journeys>> {
  const journeys = new Map<string, Journeys>()
  const seen = new Set<string>()
  const rows = await db.rows.where('key').startsWith('client/').toArray()
  for (const row of rows) {
    seen.add(row.id)
    const shown = journeysIn(shownOf(row))
    if (shown) journeys.set(row.id, shown)
  }
  for (const { ids, found } of await pagesOf(db, cache)) {
    for (const id of ids) {
      if (seen.has(id)) continue
      seen.add(id)
      const known = found.get(id)
      if (known) journeys.set(id, known)
    }
  }
  return journeys
}

function shownOf({ shown, data, deleted, erased }: Row) {
  return erased ? { data: {}, deleted: true } : (shown ?? { data, deleted })
}

/** The latest page first. */
async function pagesOf(db: OwnerDatabase, cache: TripCache): Promise<PageTrips[]> {
  const pages: PageTrips[] = []
  const kept = new Set<string>()
  const heads = await db.heads.orderBy('no').reverse().toArray()
  for (const { no, round, ids } of heads) {
    const name = `${round} ${no}`
    const page = cache.get(name) ?? read(ids, await db.pages.get(no))
    cache.set(name, page)
    kept.add(name)
    pages.push(page)
  }
  for (const name of cache.keys()) if (!kept.has(name)) cache.delete(name)
  return pages
}

function read(ids: readonly string[], page: Page | undefined): PageTrips {
  const text = page ? new TextDecoder().decode(page.bytes) : ''
  const found = new Map<string, Journeys>()
  // Most pages hold few journeys or none: those are not worth parsing.
  if (!text.includes('"trips":[{')) return { ids, found }
  for (const { coll, id, deleted = false, erased, data } of JSON.parse(text) as Change[]) {
    const known = coll === 'client' && !erased ? journeysIn({ data, deleted }) : undefined
    if (known) found.set(id, known)
    else found.delete(id)
  }
  return { ids, found }
}

function journeysIn({ data, deleted }: { data: RecordData; deleted: boolean }) {
  const trips = data.trips as readonly Trip[] | undefined
  return deleted || !trips?.length ? undefined : { name: String(data.name ?? ''), trips }
}
