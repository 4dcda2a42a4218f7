import * as v from 'valibot'
import { addDays, isPlainDate } from '#shared/lib/date.ts'
import { getFirstInstant } from '#shared/lib/wall-time.ts'
import { isZone } from '#shared/lib/zones/zone-names.ts'
import { listDocumentKeys } from './api.ts'
import { getDates, HOME_ZONE, type JourneyDay, type JourneyItem, placeItems } from './days.ts'
import { itemFields, itemKinds, type JourneyData, JourneyDocument } from './journey-fields.ts'

const text = v.string()
const time = itemFields.begins.schema
/** A time zone that an old phone does not know becomes empty, so that the rest of the journey is still readable. */
const zone = v.pipe(
  text,
  v.transform((name) => (name === '' || isZone(name) ? name : '')),
)

/** An item as guests see it: without the owner's notes, and with a price only if the owner shows prices. */
const GuestItem = v.object({
  id: text,
  /** Id of the day. */
  day: text,
  kind: v.picklist(itemKinds),
  title: text,
  place: text,
  toPlace: text,
  address: text,
  begins: time,
  ends: time,
  endDay: itemFields.endDay.schema,
  zone,
  endZone: zone,
  nights: itemFields.nights.schema,
  confirmation: text,
  contact: text,
  phone: text,
  email: text,
  included: text,
  guestText: text,
  price: text,
  documents: v.array(JourneyDocument),
})

/** Everything that guests see of a journey. A guest pass holds it encrypted. */
export const GuestCopy = v.object({
  /** Version of this structure. */
  format: v.literal(1),
  /** When it was published, UTC milliseconds by the owner's device; each copy is later than the one before. */
  publishedAt: v.number(),
  endsAt: v.number(),
  title: text,
  /** First names: `Elisabeth and Thomas`; empty if unknown. */
  guests: text,
  /** The person whom guests can call. */
  host: v.object({ name: text, phone: text }),
  days: v.array(
    v.object({
      id: text,
      date: v.pipe(
        text,
        v.check((date) => date === '' || isPlainDate(date)),
      ),
    }),
  ),
  /** In the order of the days. */
  items: v.array(GuestItem),
  documentKey: text,
  /** Of documents that were added under an earlier link. */
  documentKeys: v.optional(v.array(text), []),
  /** Sent with the report that the copy was opened. */
  seenToken: text,
})

export type GuestCopy = v.InferOutput<typeof GuestCopy>
export type GuestItem = v.InferOutput<typeof GuestItem>

interface CopySource {
  journey: JourneyData
  days: readonly JourneyDay[]
  guests: string
  host: GuestCopy['host']
  now: number
}

export function createGuestCopy(source: CopySource): GuestCopy {
  const { journey, days, guests, host, now } = source
  return {
    format: 1,
    publishedAt: now,
    endsAt: getLinkEnd(journey, days, now),
    title: journey.title,
    guests,
    host,
    days: days.map(({ id, date }) => ({ id, date })),
    items: days.flatMap((day) =>
      day.items.map((item) => toGuestItem(item, { day: day.id, showsPrices: journey.showsPrices })),
    ),
    documentKey: journey.documentKey,
    documentKeys: listDocumentKeys(journey).slice(1),
    seenToken: '',
  }
}

/** The days of a copy with their items, as guests see them. */
export function listGuestDays({ days, items }: GuestCopy): JourneyDay<GuestItem>[] {
  const listed = days.map(
    ({ id, date }, index): JourneyDay<GuestItem> => ({
      ...{ id, date, order: '', number: index + 1 },
      ...{ items: [], nights: [], isRestored: false },
    }),
  )
  placeItems(listed, items)
  return listed
}

/** Names each field, because a spread would publish fields that a later version adds for the owner only. */
function toGuestItem(
  item: JourneyItem,
  { day, showsPrices }: { day: string; showsPrices: boolean },
): GuestItem {
  return {
    id: item.id,
    day,
    kind: item.kind,
    title: item.title,
    place: item.place,
    toPlace: item.toPlace,
    address: item.address,
    begins: item.begins,
    ends: item.ends,
    endDay: item.endDay,
    zone: item.zone,
    endZone: item.endZone,
    nights: item.nights,
    confirmation: item.confirmation,
    contact: item.contact,
    phone: item.phone,
    email: item.email,
    included: item.included,
    guestText: item.guestText,
    documents: item.documents,
    price: showsPrices ? item.price : '',
  }
}

/** Days after the last day on which a link still works, unless the owner sets a date. */
const LINK_DAYS = 14
/** How long the link of a journey without dates works after each publication, ms. */
const UNDATED_LINK = 365 * 86_400_000

/** When the link ends, UTC milliseconds: at the end of its last date in the owner's time zone. */
export function getLinkEnd(
  { linkUntil }: Pick<JourneyData, 'linkUntil'>,
  days: readonly JourneyDay[],
  now: number,
): number {
  const dates = getDates(days)
  const last = linkUntil || (dates && addDays(dates.end, LINK_DAYS))
  return last ? getFirstInstant(addDays(last, 1), 0, HOME_ZONE) : now + UNDATED_LINK
}

/** A difference between two copies. `fields` has the changed fields in the order of the schema. */
export type CopyChange =
  | { kind: 'added'; item: GuestItem }
  | { kind: 'removed'; item: GuestItem }
  | { kind: 'moved' | 'changed'; item: GuestItem; before: GuestItem; fields: (keyof GuestItem)[] }
  /** A change of the journey itself. */
  | { kind: 'journey'; fields: ('title' | 'guests' | 'host' | 'dates' | 'order')[] }

/** What changed between two copies; empty if guests see the same. */
export function compareCopies(before: GuestCopy, after: GuestCopy): CopyChange[] {
  const old = new Map(before.items.map((item) => [item.id, item]))
  const now = new Set(after.items.map(({ id }) => id))
  const changes: CopyChange[] = after.items.flatMap((item): CopyChange[] => {
    const was = old.get(item.id)
    if (!was) return [{ kind: 'added', item }]
    const fields = listDifferences(was, item)
    if (fields.length === 0) return []
    return [{ kind: fields.includes('day') ? 'moved' : 'changed', item, before: was, fields }]
  })
  for (const item of before.items) if (!now.has(item.id)) changes.push({ kind: 'removed', item })
  const fields = listJourneyDifferences(before, after)
  return fields.length > 0 ? [...changes, { kind: 'journey', fields }] : changes
}

const guestItemNames = Object.keys(GuestItem.entries) as (keyof GuestItem)[]

function listDifferences(before: GuestItem, after: GuestItem): (keyof GuestItem)[] {
  return guestItemNames.filter((name) => differ(before[name], after[name]))
}

function differ(before: unknown, after: unknown): boolean {
  // Most values are texts and equal; a desk compares hundreds of items while somebody types.
  return before !== after && JSON.stringify(before) !== JSON.stringify(after)
}

function listJourneyDifferences(before: GuestCopy, after: GuestCopy) {
  const fields: Extract<CopyChange, { kind: 'journey' }>['fields'] = []
  if (before.title !== after.title) fields.push('title')
  if (before.guests !== after.guests) fields.push('guests')
  if (differ(before.host, after.host)) fields.push('host')
  if (differ(before.days, after.days)) fields.push('dates')
  const order = ({ items }: GuestCopy, others: GuestCopy) => {
    const known = new Set(others.items.map(({ id, day }) => `${day} ${id}`))
    return items.map(({ id, day }) => `${day} ${id}`).filter((key) => known.has(key))
  }
  if (differ(order(before, after), order(after, before))) fields.push('order')
  return fields
}
