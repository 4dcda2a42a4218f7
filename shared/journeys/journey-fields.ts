import * as v from 'valibot'
import type { FieldDefinition, Names } from '#shared/lib/define-collection.ts'
import { PlainDateOrEmpty } from '#shared/lib/define-collection.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { formatZone } from '#shared/lib/time-zone.ts'
import { TimeOfDay, ZoneName } from '#shared/schedule/schema.ts'
import { isOrderKey } from './order.ts'

export const itemKinds = [
  'stay',
  'transfer',
  'flight',
  'ferry',
  'train',
  'table',
  'activity',
  'note',
] as const

export type ItemKind = (typeof itemKinds)[number]

export const kindLabels: Readonly<Record<ItemKind, string>> = {
  stay: 'Stay',
  transfer: 'Transfer',
  flight: 'Flight',
  ferry: 'Ferry',
  train: 'Train',
  table: 'Table',
  activity: 'Activity',
  note: 'Note',
}

/** Kinds that take guests from one place to another; they may end in another time zone. */
export const travelKinds: readonly ItemKind[] = ['transfer', 'flight', 'ferry', 'train']

const textUpTo = (max: number) =>
  v.pipe(v.string(), v.maxLength(max, `Please keep this under ${max} characters.`))

const lineUpTo = (max: number) =>
  v.pipe(
    textUpTo(max),
    v.check((text) => !/\p{Cc}/u.test(text), 'Please use a single line of plain text.'),
  )

const optional = <S extends v.GenericSchema<unknown, string>>(schema: S) =>
  v.union([v.literal(''), schema])

/** An id made by `randomName`. */
const Id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,40}$/))
/** 256 random bits, base64url. */
const Key = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
/** A position among its neighbours; see `order.ts`. */
export const OrderKey = v.pipe(v.string(), v.maxLength(200), v.check(isOrderKey))

export const documentTypes = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
} as const

export type DocumentType = keyof typeof documentTypes

/** Bytes, before encryption. */
export const MAX_DOCUMENT_BYTES = 15 * 1024 * 1024
export const MAX_JOURNEY_BYTES = 100 * 1024 * 1024

/** The description of a document. Its content is encrypted, and stored and sent separately. */
export const JourneyDocument = v.object({
  id: Id,
  name: v.pipe(lineUpTo(200), v.nonEmpty('Please name the document.')),
  type: v.picklist(Object.keys(documentTypes) as DocumentType[]),
  /** Bytes of the content as chosen, before encryption. */
  size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_DOCUMENT_BYTES)),
})

export type JourneyDocument = v.InferOutput<typeof JourneyDocument>

/** A document that was removed from its item, and can be restored. */
const RemovedDocument = v.object({
  ...JourneyDocument.entries,
  /** UTC milliseconds, by the device that removed it. */
  removedAt: v.pipe(v.number(), v.integer()),
})

export type RemovedDocument = v.InferOutput<typeof RemovedDocument>

/** Most removed documents of one item; the oldest go first. */
export const MAX_REMOVED_DOCUMENTS = 40

/** Shown for a journey without a title. */
export const UNTITLED = 'Untitled journey'

const line = (label: string, max: number) =>
  ({ label, schema: lineUpTo(max), empty: '', merge: 'value' }) as const
const value = <S extends v.GenericSchema>(label: string, schema: S, empty: v.InferOutput<S>) =>
  ({ label, schema, empty, merge: 'value' }) as const

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const formatDateValue = (date: unknown) => (isText(date) ? formatDate(date, 'long') : '')
const formatZoneValue = (zone: unknown) => (isText(zone) ? formatZone(zone) : '')

/** Without names, the clients are counted. */
function formatClients(ids: unknown, names?: Names): string {
  const list = toList(ids)
  if (!names) return pluralize(list.length, 'client')
  return list.map((id) => names.get(String(id)) ?? 'A client').join(', ')
}

function formatEndDay(days: unknown): string {
  if (days === -1) return 'The day before'
  return days === 0 ? 'The same day' : `${pluralize(Number(days), 'day')} later`
}

function formatLink(link: unknown): string {
  const { id } = (link ?? {}) as { id?: string }
  return id ? `The link that ends in ${id.slice(-6)}` : ''
}

/**
 * A journey's fields. It also has a field `day.<id>` for each day, with its order key, and `removed.<id>`,
 * which is true for a removed day. A removed day is still shown while it has items, so that nothing is lost
 * if one device plans something on it while another removes it.
 */
export const journeyFields = {
  title: line('Title', 200),
  /** Ids of the clients who travel. */
  clients: {
    label: 'Clients',
    schema: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(50)),
    empty: [] as string[],
    merge: 'list',
    format: formatClients,
  },
  /** Names of those who travel along without being among the owner's clients. */
  travellers: {
    label: 'Other travellers',
    schema: v.pipe(v.array(v.pipe(lineUpTo(200), v.nonEmpty())), v.maxLength(50)),
    empty: [] as string[],
    merge: 'list',
    format: (names) => toList(names).join(', '),
  },
  /** Date of the first day; empty while the journey has no dates. */
  start: { ...value('Dates', PlainDateOrEmpty, ''), format: formatDateValue },
  /** Last date on which the link works; empty: two weeks after the last day. */
  linkUntil: { ...value('End of the link', PlainDateOrEmpty, ''), format: formatDateValue },
  /** Whether guests see prices. */
  showsPrices: value('Prices', v.boolean(), false),
  /** The host whom guests call; empty: the business. */
  hostName: line('Name of the host', 200),
  hostPhone: line('Phone of the host', 60),
} as const satisfies Record<string, FieldDefinition>

/**
 * What opens a journey: with these keys its guests' copy and its documents can be read. All exist from the
 * start, so that all devices have the same.
 */
export const keyFields = {
  /** Id and key of the guests' link. */
  link: {
    ...value('Link', v.object({ id: Id, key: Key }), { id: '', key: '' }),
    format: formatLink,
    isHidden: true,
  },
  /** Encrypts the documents that are added; a replaced link gets a new one. */
  documentKey: {
    ...value('Documents', Key, ''),
    format: (key) => (key ? 'A key' : ''),
    isHidden: true,
  },
  /** Keys of the documents that were added before; no device's key is ever lost. */
  documentKeys: {
    label: 'Documents',
    schema: v.pipe(v.array(Key), v.maxLength(200)),
    empty: [] as string[],
    merge: 'list',
    format: (keys) => pluralize(toList(keys).length, 'key'),
    isHidden: true,
  },
} as const satisfies Record<string, FieldDefinition>

const Time = optional(TimeOfDay)
const Zone = optional(ZoneName)

/** The days, counted from its own, on which an item can end: the longest is a voyage. */
export const END_DAYS = { first: -1, last: 60 } as const

export const itemFields = {
  day: {
    ...value('Day', Id, ''),
    format: (day, names) => names?.get(String(day)) ?? 'A day that was removed',
    isHidden: true,
  },
  /** If two devices move an item, the later move wins, because nobody could choose between order keys. */
  order: { label: 'Order', schema: OrderKey, empty: '', merge: 'latest', isHidden: true },
  kind: {
    ...value('Kind', v.picklist(itemKinds), 'note' as ItemKind),
    format: (kind) => kindLabels[kind as ItemKind] ?? '',
  },
  title: line('Title', 200),
  /** Where it is, or where a travel item begins. */
  place: line('Place', 200),
  /** Where a travel item ends. */
  toPlace: line('Arrival place', 200),
  address: line('Address', 400),
  /** Wall time in `zone`, `HH:MM`, or empty. */
  begins: value('Begins', Time, ''),
  /** Wall time in `endZone`, or in `zone` if that is empty. */
  ends: value('Ends', Time, ''),
  /** How many days after `day` it ends; a flight over the date line arrives on the day before. */
  endDay: {
    ...value(
      'Ends',
      v.pipe(v.number(), v.integer(), v.minValue(END_DAYS.first), v.maxValue(END_DAYS.last)),
      0,
    ),
    format: formatEndDay,
  },
  zone: { ...value('Time zone', Zone, ''), format: formatZoneValue },
  endZone: { ...value('Time zone of the end', Zone, ''), format: formatZoneValue },
  /** Nights of a stay. */
  nights: {
    ...value('Nights', v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(90)), 1),
    format: (nights) => pluralize(Number(nights), 'night'),
  },
  confirmation: line('Confirmation number', 100),
  contact: line('Contact', 200),
  phone: line('Phone', 60),
  email: line('Email', 254),
  included: line('Included', 400),
  guestText: { label: 'For the guests', schema: textUpTo(4000), empty: '', merge: 'lines' },
  /** For the owner only; never in a guest's copy. */
  ownerText: { label: 'For you only', schema: textUpTo(4000), empty: '', merge: 'lines' },
  documents: {
    label: 'Documents',
    schema: v.pipe(v.array(JourneyDocument), v.maxLength(20)),
    empty: [] as JourneyDocument[],
    merge: 'list',
    format: (documents) =>
      (toList(documents) as JourneyDocument[]).map(({ name }) => name).join(', '),
  },
  removedDocuments: {
    label: 'Removed documents',
    // Two devices may each have removed as many.
    schema: v.pipe(v.array(RemovedDocument), v.maxLength(10 * MAX_REMOVED_DOCUMENTS)),
    empty: [] as RemovedDocument[],
    merge: 'list',
    format: (documents) => pluralize(toList(documents).length, 'document'),
    isHidden: true,
  },
} as const satisfies Record<string, FieldDefinition>

/** What an item costs, as text. */
export const priceFields = {
  price: line('Price', 100),
} as const satisfies Record<string, FieldDefinition>

/** Labels in the form, where they differ from those in lists of edits. */
const formLabels: Partial<Record<string, string>> = {
  toPlace: 'To',
  endDay: 'Ends on',
  endZone: 'Time zone of the arrival',
  guestText: 'A line for the guests',
} satisfies Partial<Record<keyof typeof itemFields, string>>

const travelLabels: Partial<Record<string, string>> = {
  ...formLabels,
  place: 'From',
  begins: 'Leaves',
  ends: 'Arrives',
  endDay: 'Arrives on',
  zone: 'Time zone of the departure',
} satisfies Partial<Record<keyof typeof itemFields, string>>

const stayLabels: Partial<Record<string, string>> = {
  ...formLabels,
  begins: 'Arrive from',
  ends: 'Leave by',
} satisfies Partial<Record<keyof typeof itemFields, string>>

export function getItemLabel(field: string, kind: ItemKind = 'note'): string {
  const labels = travelKinds.includes(kind)
    ? travelLabels
    : kind === 'stay'
      ? stayLabels
      : formLabels
  const fields: Readonly<Record<string, FieldDefinition>> = { ...itemFields, ...priceFields }
  return labels[field] ?? fields[field]?.label ?? field
}

const latest = <S extends v.GenericSchema>(label: string, schema: S, empty: v.InferOutput<S>) =>
  ({ label, schema, empty, merge: 'latest', isHidden: true }) as const

/**
 * A guest pass: the encrypted copy of a journey behind its link. The newest publication wins, even if an older
 * one is sent later; changes that it lacks are shown as not on the copy yet. A closed link stays closed, whatever
 * devices publish that do not know of it.
 */
export const guestPassFields = {
  /** The journey's id. */
  journey: latest('Journey', Id, ''),
  /** A `GuestCopy`, encrypted with the link's key, base64url; empty once the link is closed. */
  ciphertext: latest('Their copy', v.pipe(v.string(), v.maxLength(400_000)), ''),
  /**
   * When the copy was published, or the link closed: UTC milliseconds by the owner's device, later
   * than the version before. The server takes no other copy with the same version or an older one,
   * except that closing a link always counts, and that opening it again counts if the device knew
   * that it was closed. The version never becomes lower by closing.
   */
  version: latest('Version', v.pipe(v.number(), v.integer(), v.minValue(1)), 0),
  /** When the link ends, UTC milliseconds. */
  endsAt: latest('End of the link', v.pipe(v.number(), v.integer()), 0),
  /** Ids of the documents that the link opens. */
  documents: latest('Documents', v.pipe(v.array(Id), v.maxLength(1000)), []),
  closed: { label: 'Link', schema: v.boolean(), empty: false, merge: 'latest' },
  /** SHA-256 of the copy's `seenToken`, base64url: only who can read the copy can report that it was opened. */
  seenProof: latest('Proof of opening', v.pipe(v.string(), v.maxLength(64)), ''),
} as const satisfies Record<string, FieldDefinition>

export const guestDevices = ['phone', 'tablet', 'computer'] as const

const Instant = v.pipe(v.number(), v.integer())

/**
 * When guests opened a pass; stored in its field `seen`. The server writes it. A device sends it only with a
 * whole pass that a restored server has lost.
 */
export const PassSeen = v.object({
  /** UTC milliseconds, as is `lastAt`. */
  firstAt: Instant,
  lastAt: Instant,
  /** Absent unless the guest allows it. */
  device: v.optional(v.picklist(guestDevices)),
  /** Version of the copy that was opened last. */
  version: Instant,
})

export type PassSeen = v.InferOutput<typeof PassSeen>

type Content<Fields extends Record<string, FieldDefinition>> = {
  [Name in keyof Fields]: v.InferOutput<Fields[Name]['schema']>
}

export type JourneyData = Content<typeof journeyFields> & Content<typeof keyFields>
export type ItemData = Content<typeof itemFields> & Content<typeof priceFields>
export type GuestPassData = Content<typeof guestPassFields> & { seen?: PassSeen }

const emptyOf = <Fields extends Record<string, FieldDefinition>>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.empty]),
  ) as Content<Fields>

const emptyJourney = { ...emptyOf(journeyFields), ...emptyOf(keyFields) }
export const emptyItem: ItemData = { ...emptyOf(itemFields), ...emptyOf(priceFields) }
const emptyPass = emptyOf(guestPassFields)

type Stored = Record<string, unknown>

/** Fills in empty values. A single spread is fast enough for lists of journeys with thousands of items. */
function fillIn<Empty extends Stored>(empty: Empty, data: Stored): Empty {
  const filled: Stored = { ...empty, ...data }
  for (const name of Object.keys(empty)) if (filled[name] == null) filled[name] = empty[name]
  return filled as Empty
}

/** Stored records with empty values for missing fields; unknown fields are kept. */
export const toJourneyData = (data: Stored): JourneyData => fillIn(emptyJourney, data)
export const toItemData = (data: Stored): ItemData => fillIn(emptyItem, data)
export const toGuestPassData = (data: Stored): GuestPassData => fillIn(emptyPass, data)
