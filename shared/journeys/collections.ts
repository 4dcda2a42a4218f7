import * as v from 'valibot'
import { toIsoTime } from '#shared/lib/date.ts'
import {
  defineCollection,
  type FieldDefinition,
  type RecordData,
} from '#shared/lib/define-collection.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import {
  getItemLabel,
  guestPassFields,
  type ItemKind,
  itemFields,
  journeyFields,
  keyFields,
  kindLabels,
  OrderKey,
  PassSeen,
  priceFields,
  toGuestPassData,
  toItemData,
  toJourneyData,
  UNTITLED,
} from './journey-fields.ts'

// The records of a journey. Ids: a journey has letters and digits only, its items have `<journey>-<item>`,
// so that a journey's items are one range of keys. Its keys have its id, and an item's price the item's,
// in collections of their own, because not everybody who sees the journey may see these.

const NAME = '[A-Za-z0-9]{1,40}'
/** Also of a guest pass. */
const JOURNEY_ID = new RegExp(`^${NAME}$`)
const ITEM_ID = new RegExp(`^${NAME}-${NAME}$`)

/** A field with an id for the last edit of an extension; see `ExtendedParent`. */
const noteOfEdit = (label: string): FieldDefinition => ({
  ...{ label, schema: v.pipe(v.string(), v.maxLength(64)), empty: '' },
  ...{ merge: 'latest', isHidden: true },
})

const dayFields: Record<string, FieldDefinition> = {
  day: { label: 'Days', schema: OrderKey, empty: '', merge: 'latest', isHidden: true },
  removed: { label: 'Days', schema: v.boolean(), empty: false, merge: 'latest', isHidden: true },
}

const DAY_FIELD = new RegExp(`^(day|removed)\\.${NAME}$`)

/** Of two changes of a day's order, or of its removal, the later one wins. */
const journeyCollection = defineCollection({
  name: 'journey',
  noun: 'Journey',
  fields: { ...journeyFields, keysEdit: noteOfEdit('Link') },
  findNumberedField: (name) => dayFields[DAY_FIELD.exec(name)?.[1] ?? ''],
  maxFields: 800,
  idForm: JOURNEY_ID,
  parent: null,
  personalData: { kind: 'of people', field: 'clients' },
  exported: { section: 'journeys' },
  // One that was deleted is shown while it has items, and needs the content that its row keeps.
  rows: 'single',
  path: '/admin/journeys',
  listsRejected: true,
  recentlyDeleted: { title: 'Journeys', describe: describeDeletedJourney },
})

/** `14 June 2027, 7 days` */
function describeDeletedJourney(data: RecordData): { name: string; fact: string } {
  const { title, start } = toJourneyData(data)
  const days = Object.keys(data).filter(
    (name) => name.startsWith('day.') && data[name.replace('day.', 'removed.')] !== true,
  )
  const length = pluralize(days.length, 'day')
  return {
    name: title || UNTITLED,
    fact: start ? `${formatDate(start, 'long')}, ${length}` : length,
  }
}

const keysCollection = defineCollection({
  name: 'journey-keys',
  noun: 'Keys',
  fields: keyFields,
  maxFields: 10,
  idForm: JOURNEY_ID,
  parent: { coll: 'journey', idIn: 'id', editedIn: 'keysEdit' },
  personalData: { kind: 'of parent' },
  // They are about nobody, and would open more than one person's data.
  exported: null,
  rows: 'single',
})

const itemCollection = defineCollection({
  name: 'journey-item',
  noun: 'Item',
  fields: { ...itemFields, priceEdit: noteOfEdit('Price') },
  getLabel: (name, { data }) => getItemLabel(name, data.kind as ItemKind | undefined),
  maxFields: 80,
  // An erasure finds a journey's items by theirs.
  idForm: ITEM_ID,
  parent: { coll: 'journey', idIn: 'start of id' },
  personalData: { kind: 'of parent' },
  exported: { section: 'journey_items' },
  rows: 'packed',
  describeEdit: ({ isNew, fields }) =>
    !isNew && fields.length > 0 && fields.every((field) => field === 'day' || field === 'order')
      ? 'Item moved'
      : undefined,
  recentlyDeleted: {
    title: 'Items of journeys',
    describe(data) {
      const { title, kind, documents } = toItemData(data)
      const count = documents.length
      return {
        name: title || kindLabels[kind],
        fact: count === 0 ? '' : pluralize(count, 'document'),
      }
    },
  },
})

/** There is a record for each item that has or had a price. */
const priceCollection = defineCollection({
  name: 'item-price',
  noun: 'Price',
  fields: priceFields,
  maxFields: 10,
  idForm: ITEM_ID,
  parent: { coll: 'journey-item', idIn: 'id', editedIn: 'priceEdit' },
  personalData: { kind: 'of parent' },
  exported: { section: 'journey_item_prices' },
  rows: 'packed',
})

/**
 * Closing a guest pass always counts and removes the copy, also one of another device, but it never makes the
 * version lower.
 */
function pickAcceptedByPass(
  { base, set }: { base: RecordData; set: RecordData },
  current: RecordData,
): RecordData | undefined {
  if (set.closed !== true) return isOutdatedCopy({ base, set }, current) ? undefined : set
  const closing: RecordData = { ...set }
  // Only what is there: the device would not learn of a field that it did not send.
  if (current.ciphertext) closing.ciphertext = ''
  if (Array.isArray(current.documents) && current.documents.length > 0) closing.documents = []
  const { version, ...rest } = closing
  return Number(version) < Number(current.version) ? rest : closing
}

/**
 * Whether a device published this copy without a connection, before a newer copy or without knowing that
 * the link was closed.
 */
function isOutdatedCopy(
  { base, set }: { base: RecordData; set: RecordData },
  current: RecordData,
): boolean {
  if (set.ciphertext === current.ciphertext) return false
  if (current.closed === true) return !(base.closed === true && set.closed === false)
  return Number(set.version) <= Number(current.version)
}

const passCollection = defineCollection({
  name: 'guest-pass',
  noun: 'Copy',
  fields: {
    ...guestPassFields,
    seen: { label: 'Opened', schema: PassSeen, empty: null, merge: 'latest', isHidden: true },
  },
  maxFields: 20,
  idForm: JOURNEY_ID,
  parent: { coll: 'journey', idIn: { field: 'journey' } },
  personalData: { kind: 'of parent' },
  // The ciphertext only repeats the journey.
  exported: {
    section: 'guest_passes',
    toRow({ data, alternatives: _none, ...rest }) {
      const { journey, endsAt, closed, seen } = toGuestPassData(data)
      return {
        ...rest,
        journey,
        ends_at: endsAt ? toIsoTime(endsAt) : null,
        is_closed: closed,
        first_opened_at: seen ? toIsoTime(seen.firstAt) : null,
        last_opened_at: seen ? toIsoTime(seen.lastAt) : null,
        device: seen?.device ?? null,
      }
    },
  },
  rows: 'single',
  orphaned: { closed: true, ciphertext: '', documents: [] },
  nameOfPart: (journey) => `Their copy of ${journey}`,
  describeEdit({ isNew, fields }) {
    // Closing a link counts no version.
    if (!fields.includes('version')) return 'Link will be closed'
    return isNew ? 'Will be shared' : 'Will be updated'
  },
  pickAccepted: pickAcceptedByPass,
})

export const journeyCollections = [
  journeyCollection,
  keysCollection,
  itemCollection,
  priceCollection,
  passCollection,
] as const

export type JourneyCollection = (typeof journeyCollections)[number]['name']

const names: ReadonlySet<string> = new Set(journeyCollections.map(({ name }) => name))

export function isJourneyCollection(coll: string): coll is JourneyCollection {
  return names.has(coll)
}
