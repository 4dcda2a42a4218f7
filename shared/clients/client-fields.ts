import * as v from 'valibot'
import {
  defineCollection,
  type FieldDefinition,
  PlainDateOrEmpty,
  type RecordData,
} from '#shared/lib/define-collection.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { PlainDateText } from '#shared/schedule/schema.ts'
import { formatTripDates } from './format-trip.ts'
import { ImportMark, MAX_MERGED_IMPORT_MARKS } from './imports.ts'

export type FieldControl = 'line' | 'email' | 'tel' | 'date' | 'area' | 'chips' | 'trips'

/** Definition of a client's field; form, search, merge, import and export derive from it. */
interface ClientFieldDefinition extends FieldDefinition {
  empty: string | readonly unknown[]
  /** Merging two clients joins the values of both without asking. */
  isCombined?: true
  /** Part of the form that has the field; null: it is not edited in the form. */
  section: 'contact' | 'preferences' | 'trips' | null
  control: FieldControl | null
  /** Rows of a text area. */
  rows?: number
  /** Most characters. */
  max?: number
  /** Whether search includes the field; in a list of objects, the property that it searches. */
  search?: true | 'place' | 'text'
  /**
   * Column name in our own CSV files; it must not change when the label does. Null: the field has
   * no column.
   */
  column: string | null
}

const textUpTo = (max: number) =>
  v.pipe(v.string(), v.maxLength(max, `Please keep this under ${max} characters.`))

const textField = (max: number) =>
  ({ schema: textUpTo(max), empty: '', merge: 'value', max }) as const

const listField = <Item extends v.GenericSchema>(item: Item, most: number) =>
  ({
    schema: v.pipe(v.array(item), v.maxLength(most)),
    empty: [] as v.InferOutput<Item>[],
    merge: 'list',
  }) as const

const id = v.pipe(v.string(), v.maxLength(64))

/** A trip: first and last date in local time of the place, both included. */
export const Trip = v.object({ id, place: textUpTo(300), start: PlainDateText, end: PlainDateText })

/** A dated note on a client; `at` is an ISO 8601 instant by the device's clock. */
const JournalNote = v.object({
  id,
  at: v.pipe(v.string(), v.isoTimestamp()),
  text: textUpTo(4000),
})

/** A line for each element; one that cannot be read is shown as it is stored. */
const formatLines =
  <Item>(item: v.GenericSchema<Item>, toLine: (item: Item) => string) =>
  (value: unknown): string =>
    [value]
      .flat()
      .map((one) => (v.is(item, one) ? toLine(one) : JSON.stringify(one)))
      .join('\n')

const formatTrips = formatLines(
  v.object({ place: v.string(), start: v.string(), end: v.string() }),
  (trip) => `${trip.place}, ${formatTripDates(trip)}`,
)

const formatNotes = formatLines(v.object({ text: v.string() }), ({ text }) => text)

const wordListField = listField(v.pipe(textUpTo(100), v.nonEmpty()), 100)

/** Several that were edited are named as one. */
const preference = { section: 'preferences', group: 'preferences' } as const

/** Shown for a client without a name. */
export const UNNAMED = 'No name'

/**
 * A client's fields as they are stored and synced, in the order of the form and of our own files.
 * To add a field, add an entry here. Only a new kind of control and the column names of other
 * programs (`import-columns.ts`) are defined elsewhere.
 */
export const clientFields = {
  name: {
    ...textField(300),
    schema: v.pipe(
      textUpTo(300),
      v.check((name) => name.trim() !== '', 'Please enter a name.'),
    ),
    label: 'Name',
    isRequired: true,
    section: 'contact',
    control: 'line',
    column: 'Name',
  },
  location: {
    ...textField(300),
    label: 'Location',
    section: 'contact',
    control: 'line',
    column: 'Location',
  },
  email: {
    ...textField(254),
    label: 'Email',
    section: 'contact',
    control: 'email',
    column: 'Email',
  },
  phone: {
    ...textField(60),
    label: 'Phone',
    section: 'contact',
    control: 'tel',
    column: 'Phone',
  },
  /** Further addresses from which this client has written or booked. */
  otherEmails: {
    ...listField(v.pipe(textUpTo(254), v.nonEmpty()), 50),
    label: 'Other email addresses',
    isCombined: true,
    section: null,
    control: null,
    column: 'Other emails',
  },
  accommodation: {
    ...textField(2000),
    label: 'Accommodation',
    ...preference,
    control: 'line',
    search: true,
    column: 'Accommodation',
  },
  dining: {
    ...wordListField,
    label: 'Dining',
    ...preference,
    control: 'chips',
    search: true,
    column: 'Dining',
  },
  transport: {
    ...textField(2000),
    label: 'Transport',
    ...preference,
    control: 'line',
    search: true,
    column: 'Transport',
  },
  activities: {
    ...wordListField,
    label: 'Activities',
    ...preference,
    control: 'chips',
    search: true,
    column: 'Activities',
  },
  specialRequests: {
    ...textField(4000),
    label: 'Special requests',
    ...preference,
    control: 'area',
    rows: 2,
    search: true,
    column: 'Special requests',
  },
  trips: {
    ...listField(Trip, 200),
    format: formatTrips,
    label: 'Trips',
    section: 'trips',
    control: 'trips',
    search: 'place',
    column: 'Trips',
  },
  /** `YYYY-MM-DD`, or empty. */
  lastContact: {
    ...textField(10),
    schema: PlainDateOrEmpty,
    format: (date) => (typeof date === 'string' ? formatDate(date, 'long') : JSON.stringify(date)),
    label: 'Last contact',
    section: 'trips',
    control: 'date',
    column: 'Last contact',
  },
  notes: {
    ...textField(20_000),
    label: 'Notes',
    merge: 'lines',
    isCombined: true,
    section: 'trips',
    control: 'area',
    rows: 5,
    search: true,
    column: 'Notes',
  },
  journal: {
    ...listField(JournalNote, 2000),
    format: formatNotes,
    label: 'Timeline notes',
    isCombined: true,
    section: null,
    control: null,
    search: 'text',
    column: 'Timeline notes',
  },
  /** Ids of clients that look like duplicates, but are other people according to the owner. */
  distinctFrom: {
    ...listField(id, 200),
    label: 'Not the same person',
    isCombined: true,
    section: null,
    control: null,
    column: null,
  },
  imports: {
    ...listField(ImportMark, MAX_MERGED_IMPORT_MARKS),
    label: 'Imports',
    isHidden: true,
    isCombined: true,
    section: null,
    control: null,
    column: null,
  },
} as const satisfies Record<string, ClientFieldDefinition>

export const clientCollection = defineCollection({
  name: 'client',
  noun: 'Client',
  fields: clientFields,
  maxFields: 80,
  parent: null,
  personalData: { kind: 'of one person', addressFields: ['email', 'otherEmails'] },
  exported: { section: 'clients' },
  rows: 'packed',
  path: '/admin/crm',
  recentlyDeleted: { title: 'Clients', describe: describeDeletedClient },
})

/** `Bergen, Norway. 1 trip, 6 notes` */
function describeDeletedClient(data: RecordData): { name: string; fact: string } {
  const { name, location, trips, journal } = data as Partial<Client>
  const counts = [
    trips?.length ? pluralize(trips.length, 'trip') : '',
    journal?.length ? pluralize(journal.length, 'note') : '',
  ].filter(Boolean)
  const facts = [location, counts.join(', ') || 'No trips'].filter(Boolean)
  return { name: name || UNNAMED, fact: facts.join('. ') }
}

export type ClientField = keyof typeof clientFields

export const fieldNames = Object.keys(clientFields) as ClientField[]

export const clientSchemas = Object.fromEntries(
  fieldNames.map((name) => [name, clientFields[name].schema]),
) as { [Name in ClientField]: (typeof clientFields)[Name]['schema'] }

export const Client = v.object(clientSchemas)

export type Client = v.InferOutput<typeof Client>
export type Trip = v.InferOutput<typeof Trip>
export type JournalNote = v.InferOutput<typeof JournalNote>

export const emptyClient = Object.fromEntries(
  fieldNames.map((name) => [name, clientFields[name].empty]),
) as Client

/** A stored record as a client: missing fields are empty, and unknown fields are kept. */
export function toClient(data: Record<string, unknown>): Client {
  return { ...emptyClient, ...data } as Client
}

/** Undefined for a field that this version does not know. */
export function getField(field: ClientField): ClientFieldDefinition
export function getField(field: string): ClientFieldDefinition | undefined
export function getField(field: string): ClientFieldDefinition | undefined {
  return Object.hasOwn(clientFields, field) ? clientFields[field as ClientField] : undefined
}

/** The names of the fields in a part of the form. */
export function listSectionFields(section: ClientFieldDefinition['section']): ClientField[] {
  return fieldNames.filter((name) => getField(name).section === section)
}
