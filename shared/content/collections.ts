import * as v from 'valibot'
import { defineCollection, type RecordData } from '#shared/lib/define-collection.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { capitalize } from '#shared/lib/normalize-text.ts'
import { describePhotograph } from '#shared/photographs/photographs.ts'
import { businessLabels, getPageLabel, serviceLabels } from './labels.ts'

// What the owner wants visitors to see. A field is a draft as long as its value differs from the published one, so nothing
// has to be cleared after publishing; see `drafts.ts`.

/** Longest value, in characters of JSON. The limits of a field count only when it is published. */
const MAX_VALUE_LENGTH = 20_000

/**
 * The value that the owner wants in a field; null if she wants what is published. It is wrapped, because an empty text would
 * be the same as null.
 */
const Wanted = v.nullable(
  v.pipe(
    v.object({ value: v.unknown() }),
    v.check((wanted) => JSON.stringify(wanted).length <= MAX_VALUE_LENGTH, 'This is too long.'),
  ),
)

/** Undefined if the owner wants what is published. */
export function readWanted(stored: unknown): { value: unknown } | undefined {
  return v.is(v.object({ value: v.unknown() }), stored) ? stored : undefined
}

function wanted(label: string) {
  return { schema: Wanted, empty: null, label, merge: 'value', format: formatWanted } as const
}

/** The texts of a wanted value, one below the other. */
function formatWanted(stored: unknown): string {
  return listTexts(readWanted(stored)?.value).join('\n')
}

function listTexts(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No']
  if (typeof value !== 'object') return [String(value)]
  const photograph = describePhotograph(value)
  if (photograph !== undefined) return [photograph]
  return Object.values(value).flatMap(listTexts)
}

function toWantedFields<const Labels extends Readonly<Record<string, string>>>(labels: Labels) {
  return Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [name, wanted(label)]),
  ) as { [Name in keyof Labels]: ReturnType<typeof wanted> }
}

const common = {
  parent: null,
  personalData: { kind: 'of nobody' },
  exported: null,
  rows: 'single',
} as const

const meanwhile = 'Visitors see what is published until you publish.'

const PAGE_FIELD = /^([a-z]+)\.([a-zA-Z]+)\.([a-zA-Z]+)$/

/**
 * The owner's texts of a page, whose name is the id. Fields are named by their address, `home.hero.title`. They are not listed
 * here, so that a device can edit texts without having the registry, which contains all texts.
 */
const pageCollection = defineCollection({
  ...common,
  name: 'page',
  noun: 'Page',
  fields: {},
  findNumberedField(name) {
    const [, , part = '', field = ''] = PAGE_FIELD.exec(name) ?? []
    return part ? wanted(getPageLabel(name) ?? capitalize(`${part}, ${field}`)) : undefined
  },
  maxFields: 100,
  idForm: /^[a-z]{1,20}$/,
  page: { title: 'Pages', path: '/admin/site' },
  conflictText: { title: 'A page was changed on two devices', meanwhile },
})

/** A service as the owner wants it. The id of one that was never published is made by the device. */
const serviceCollection = defineCollection({
  ...common,
  name: 'service',
  noun: 'Service',
  fields: {
    ...toWantedFields(serviceLabels),
    /** Its place among the others. Whoever moves one sets the places of all. */
    position: {
      schema: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      empty: null,
      label: 'Order',
      merge: 'latest',
      isHidden: true,
    },
  },
  maxFields: 40,
  idForm: /^[a-z][A-Za-z0-9-]{0,63}$/,
  page: { title: 'Services and prices', path: '/admin/site/services' },
  getTitle: ({ title }) => String(readWanted(title)?.value ?? ''),
  conflictText: { title: 'A service was changed on two devices', meanwhile },
})

export const BUSINESS_ID = 'business'

const businessCollection = defineCollection({
  ...common,
  name: 'business',
  noun: 'Business',
  fields: toWantedFields(businessLabels),
  maxFields: 20,
  idForm: /^business$/,
  page: { title: 'Business', path: '/admin/site/business' },
  conflictText: { title: 'The business was changed on two devices', meanwhile },
})

export type ContentCollection = 'page' | 'service' | 'business'

/** A value that was published or is to be, and the one that visitors saw before it. */
export interface ContentChange {
  coll: ContentCollection
  id: string
  /** As in the record: `home.hero.title`, `amount`, `email`. */
  field: string
  /** Null if there was none: in a service that is new. */
  from: unknown
  to: unknown
}

/** Longest list of changes, in characters of JSON: more than all texts of the site and their former ones. */
const MAX_CHANGES_LENGTH = 300_000

const Change = v.object({
  coll: v.picklist(['page', 'service', 'business']),
  id: v.pipe(v.string(), v.maxLength(64)),
  field: v.pipe(v.string(), v.maxLength(64)),
  from: v.unknown(),
  to: v.unknown(),
})

/**
 * That the owner wants to publish exactly these changes. A device makes it, once; the server publishes them when it arrives,
 * and notes what became of it.
 */
const publicationCollection = defineCollection({
  ...common,
  name: 'publication',
  noun: 'Publication',
  fields: {
    changes: {
      schema: v.pipe(
        v.array(Change),
        v.check((all) => JSON.stringify(all).length <= MAX_CHANGES_LENGTH, 'This is too long.'),
      ),
      empty: [],
      label: 'Changes',
      merge: 'value',
      format: (changes) =>
        Array.isArray(changes) && changes.length > 0 ? pluralize(changes.length, 'change') : '',
    },
    /** When the owner pressed Publish, ISO 8601, by the clock of the device. */
    madeAt: {
      schema: v.pipe(v.string(), v.maxLength(40)),
      empty: '',
      label: 'Time',
      merge: 'value',
    },
    /**
     * By the server; null until it has tried. It waits for photographs that are not ready. `kept` is by the device: drafts that
     * an earlier version took the place of, which nobody asks to publish.
     */
    state: {
      schema: v.nullable(v.picklist(['waiting', 'published', 'refused', 'kept'])),
      ...{ empty: null, label: 'State', merge: 'latest' },
    },
    /** By the server: the name of the device, while the publication waits. */
    madeBy: {
      schema: v.pipe(v.string(), v.maxLength(200)),
      ...{ empty: '', label: 'Device', merge: 'latest', isHidden: true },
    },
    /** By the server: the number of the version that it made. */
    version: {
      schema: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      ...{ empty: null, label: 'Version', merge: 'latest' },
    },
    /** By the server: why it published nothing. */
    problem: {
      schema: v.pipe(v.string(), v.maxLength(1000)),
      ...{ empty: '', label: 'Problem', merge: 'latest' },
    },
  },
  maxFields: 10,
  idForm: /^[A-Za-z0-9_-]{1,64}$/,
  expires: { after: 30 * 86_400_000, emptied: { changes: [] } },
  page: { title: 'Pages', path: '/admin/site' },
  describeEdit: ({ isNew, set }) =>
    isNew ? (set?.state === 'kept' ? 'Keep drafts' : 'Publish') : undefined,
  // What was asked for stays as it was.
  pickAccepted: ({ set }, current) => (isWritten(current) ? omitRequest(set) : set),
})

function isWritten({ changes }: RecordData): boolean {
  return Array.isArray(changes) && changes.length > 0
}

/** The server's own fields, and `changes` only where it empties them. */
function omitRequest({ changes, madeAt: _madeAt, ...answer }: RecordData): RecordData {
  return Array.isArray(changes) && changes.length === 0 ? { ...answer, changes } : answer
}

export const contentCollections = [
  pageCollection,
  serviceCollection,
  businessCollection,
  publicationCollection,
] as const
