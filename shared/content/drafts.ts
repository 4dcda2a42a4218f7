import * as v from 'valibot'
import type { RecordData } from '#shared/lib/define-collection.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import {
  addMadeFiles,
  getUnreadyId,
  isChosenPhotograph,
  resolvePhotograph,
} from '#shared/photographs/photographs.ts'
import { businessFields } from './business.ts'
import {
  BUSINESS_ID,
  type ContentChange,
  type ContentCollection,
  readWanted,
} from './collections.ts'
import type { ContentField, ContentPart } from './fields.ts'
import { contentFields, type StoredContent } from './registry.ts'
import type { Service } from './service.ts'
import { serviceFields } from './service-fields.ts'

// The difference between what the owner wants and what is published, and the content with such changes.

export type Records = ReadonlyMap<string, Readonly<RecordData>>

/** The records with what the owner wants, and her photographs, by collection and id. */
export type ContentRecords = Readonly<Record<ContentCollection | 'photograph', Records>>

export interface FieldRef {
  coll: ContentCollection
  id: string
  field: string
}

const fieldsByAddress = new Map(contentFields.map(({ address, field }) => [address, field]))

/** Undefined for a field that this version does not know. The order of services is none. */
export function findContentField({ coll, id, field }: FieldRef): ContentField | undefined {
  if (coll === 'service') return (serviceFields as ContentPart)[field]
  if (coll === 'business')
    return id === BUSINESS_ID ? (businessFields as ContentPart)[field] : undefined
  return field.startsWith(`${id}.`) ? fieldsByAddress.get(field) : undefined
}

/** Of a page or the business: `home.hero.title`, `business.email`. */
function toAddress({ coll, field }: FieldRef): string {
  return coll === 'business' ? `business.${field}` : field
}

export function toRef(address: string): FieldRef {
  const [first = '', ...rest] = address.split('.')
  return first === 'business'
    ? { coll: 'business', id: BUSINESS_ID, field: rest.join('.') }
    : { coll: 'page', id: first, field: address }
}

/** Whether visitors of a public site do not see the published value, because it is invented. */
export function isInvented(stored: StoredContent, ref: FieldRef): boolean {
  if (ref.coll === 'service') return false
  const isNewer = findStored(stored, ref) === undefined
  return isNewer
    ? findContentField(ref)?.sample !== undefined
    : stored.samples.includes(toAddress(ref))
}

function findStored(stored: StoredContent, { coll, id, field }: FieldRef): unknown {
  if (coll === 'service') {
    const at = stored.services.findIndex((service) => service.id === id)
    if (field === 'position') return at < 0 ? undefined : at
    return stored.services[at]?.[field as keyof Service]
  }
  if (coll === 'business') return (stored.business as Readonly<Record<string, unknown>>)[field]
  const [page = '', part = '', name = ''] = field.split('.')
  const texts = stored.texts as unknown as Texts
  return texts[page]?.[part]?.[name]
}

type Texts = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined>
>

/** The published value; null for a service that is not published. A field that is newer than the version has its initial value. */
export function getPublishedValue(stored: StoredContent, ref: FieldRef): unknown {
  const value = findStored(stored, ref)
  if (value !== undefined) return value
  return ref.coll === 'service' ? null : (findContentField(ref)?.initial ?? null)
}

/**
 * The value as it is published: texts are trimmed, rows that were left empty are dropped, and a field that may be missing is
 * null if it is empty.
 */
function toPublishable(
  field: ContentField,
  given: unknown,
  { photograph }: ContentRecords,
): unknown {
  const resolved = resolveValue(field, given, photograph)
  const value = Array.isArray(resolved) ? resolved.filter((one) => !isBlank(one)) : resolved
  if (v.is(field.schema, null) && isBlank(value)) return null
  const parsed = v.safeParse(field.schema, value)
  return parsed.success ? parsed.output : value
}

function resolveValue(field: ContentField, value: unknown, photographs: Records): unknown {
  return mapPhotographs(field, value, (one) => resolvePhotograph(one, photographs))
}

function mapPhotographs(
  { kind }: ContentField,
  value: unknown,
  map: (photograph: unknown) => unknown,
): unknown {
  if (kind === 'photograph') return map(value)
  return kind === 'photographs' && Array.isArray(value) ? value.map(map) : value
}

/** Changes that were made before their photographs were ready, with what was made of these since. */
export function addMadePhotographs(
  changes: readonly ContentChange[],
  photographs: Records,
): ContentChange[] {
  return changes.map((change) => {
    const field = findContentField(change)
    if (!field) return change
    return {
      ...change,
      to: mapPhotographs(field, change.to, (one) => addMadeFiles(one, photographs)),
    }
  })
}

/** The photographs of these changes that are not ready. */
export function listUnready(changes: readonly ContentChange[]): string[] {
  return changes.flatMap((change) => [change.to].flat().flatMap((one) => getUnreadyId(one) ?? []))
}

export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.every(isBlank)
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isBlank)
  return value === null || value === undefined
}

/** Whether a value has the form of the field's, whatever its length. */
function hasForm({ kind, columns = {} }: ContentField, value: unknown): boolean {
  const isRow = (row: unknown) =>
    typeof row === 'object' &&
    row !== null &&
    Object.entries(columns).every(([name, column]) => {
      const { [name]: cell } = row as Record<string, unknown>
      return hasForm(column, cell) || (cell === undefined && v.is(column.schema, cell))
    })
  if (kind === 'list') return Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (kind === 'rows') return Array.isArray(value) && value.every(isRow)
  if (kind === 'group') return isRow(value)
  if (kind === 'photograph') return isChosenPhotograph(value)
  if (kind === 'photographs') return Array.isArray(value) && value.every(isChosenPhotograph)
  // A text is what the owner typed, which cannot be read as an amount.
  if (kind === 'number') return typeof value === 'number' || typeof value === 'string'
  return typeof value === (kind === 'yes or no' ? 'boolean' : 'string')
}

/** Whether a page can show the new value. An amount that cannot be read stays a draft until it is corrected. */
export function isReadable(change: ContentChange): boolean {
  return findContentField(change)?.kind !== 'number' || typeof change.to === 'number'
}

/** The value that the owner wants in a field; undefined if she wants what is published. */
function findWanted(ref: FieldRef, records: ContentRecords): { value: unknown } | undefined {
  const field = findContentField(ref)
  const wanted = readWanted(records[ref.coll].get(ref.id)?.[ref.field])
  if (!field || !wanted) return undefined
  const isMissing = wanted.value === null && v.is(field.schema, null)
  return isMissing || hasForm(field, wanted.value) ? wanted : undefined
}

/** What a form shows: the value that the owner wants, or else the published one. */
export function getWantedValue(
  stored: StoredContent,
  records: ContentRecords,
  ref: FieldRef,
): unknown {
  const wanted = findWanted(ref, records)
  if (wanted) return wanted.value
  const published = findStored(stored, ref)
  return published === undefined ? findContentField(ref)?.initial : published
}

/** Everything that the owner wants and visitors do not see yet, in the order of the screens. */
export function listDraftChanges(
  published: StoredContent,
  records: ContentRecords,
): ContentChange[] {
  const texts = contentFields.map(({ address }) => toRef(address))
  const fields = [...texts, ...listServiceFields(published, records)]
  return [
    ...fields.flatMap((ref) => toChange(published, records, ref) ?? []),
    ...listMoves(published, records),
  ]
}

function listServiceFields(published: StoredContent, { service }: ContentRecords): FieldRef[] {
  const names = Object.keys(serviceFields)
  return [...service.keys()].flatMap((id) => {
    const isPublished = published.services.some((one) => one.id === id)
    // Other sites link to the address.
    const editable = names.filter((name) => name !== 'type' || !isPublished)
    return editable.map((field): FieldRef => ({ coll: 'service', id, field }))
  })
}

function toChange(
  published: StoredContent,
  records: ContentRecords,
  ref: FieldRef,
): ContentChange | undefined {
  const field = findContentField(ref)
  const isNew = ref.coll === 'service' && findStored(published, ref) === undefined
  const wanted = findWanted(ref, records) ?? findKept(published, ref, field, isNew)
  if (!field || !wanted) return undefined
  const from = getPublishedValue(published, ref)
  const to = toPublishable(field, wanted.value, records)
  // Whoever writes the invented value says that it is true.
  const isSame = isSameValue(from, to) && !(isInvented(published, ref) && to !== null)
  return isSame ? undefined : { ...ref, from, to }
}

/**
 * What is published although the owner wants nothing else: the initial values of a new service, and photographs, whose
 * descriptions and focus are published with them.
 */
function findKept(
  published: StoredContent,
  ref: FieldRef,
  field: ContentField | undefined,
  isNew: boolean,
): { value: unknown } | undefined {
  if (isNew) return field && { value: field.initial }
  const isOfPhotographs = field?.kind === 'photograph' || field?.kind === 'photographs'
  return isOfPhotographs ? { value: getPublishedValue(published, ref) } : undefined
}

/** The ids of all services in the order that the owner wants, with those that are not published. */
export function listWantedOrder(published: StoredContent, { service }: ContentRecords): string[] {
  const ids = published.services.map(({ id }) => id)
  const all = [...ids, ...[...service.keys()].filter((id) => !ids.includes(id)).sort()]
  const place = (id: string) => {
    const position = service.get(id)?.position
    return typeof position === 'number' ? position : all.indexOf(id)
  }
  return all.toSorted((a, b) => place(a) - place(b))
}

function listMoves(published: StoredContent, records: ContentRecords): ContentChange[] {
  return listWantedOrder(published, records).flatMap((id, to): ContentChange[] => {
    const ref: FieldRef = { coll: 'service', id, field: 'position' }
    const from = getPublishedValue(published, ref)
    return from === to ? [] : [{ ...ref, from, to }]
  })
}

/**
 * What is different in an earlier version, as changes that would bring it back: what was invented in it stays as it is now, and
 * a service that it did not have is hidden.
 */
export function listDifferences(stored: StoredContent, earlier: StoredContent): ContentChange[] {
  const ids = earlier.services.map(({ id }) => id)
  const later = stored.services.filter(({ id }) => !ids.includes(id))
  const refs = [
    ...contentFields.map(({ address }) => toRef(address)),
    ...ids.flatMap((id) =>
      Object.keys(serviceFields).map((field): FieldRef => ({ coll: 'service', id, field })),
    ),
  ].filter((ref) => !isInvented(earlier, ref))
  const toDifference = (ref: FieldRef, to: unknown): ContentChange[] => {
    const from = getPublishedValue(stored, ref)
    return isSameValue(from, to) && !isInvented(stored, ref) ? [] : [{ ...ref, from, to }]
  }
  return [
    ...refs.flatMap((ref) => toDifference(ref, getPublishedValue(earlier, ref))),
    ...later.flatMap(({ id }) => toDifference({ coll: 'service', id, field: 'isShown' }, false)),
    ...[...ids, ...later.map(({ id }) => id)].flatMap((id, place) =>
      toDifference({ coll: 'service', id, field: 'position' }, place),
    ),
  ]
}

/** Changes that were drafts once, as changes of what is published now. */
export function renewChanges(
  stored: StoredContent,
  changes: readonly ContentChange[],
): ContentChange[] {
  return changes.flatMap((change) => {
    const from = getPublishedValue(stored, change)
    return isSameValue(from, change.to) && !isInvented(stored, change) ? [] : [{ ...change, from }]
  })
}

/** The content after these changes; those of fields that this version does not know are left out. */
export function applyChanges(
  stored: StoredContent,
  changes: readonly ContentChange[],
): StoredContent {
  const written = changes.filter(
    ({ coll, ...ref }) => coll !== 'service' && findContentField({ coll, ...ref }),
  )
  const addresses = new Set(written.map(toAddress))
  const business: Record<string, unknown> = { ...stored.business }
  let texts = stored.texts as unknown as Texts
  for (const { coll, field, to } of written) {
    const [page = '', part = '', name = ''] = field.split('.')
    const { [page]: parts } = texts
    if (coll === 'business') business[field] = to
    else texts = { ...texts, [page]: { ...parts, [part]: { ...parts?.[part], [name]: to } } }
  }
  return {
    ...stored,
    samples: stored.samples.filter((address) => !addresses.has(address)),
    business: business as unknown as StoredContent['business'],
    services: changeServices(
      stored.services,
      changes.filter(({ coll }) => coll === 'service'),
    ),
    texts: texts as unknown as StoredContent['texts'],
  }
}

function changeServices(
  services: readonly Service[],
  changes: readonly ContentChange[],
): readonly Service[] {
  const before = services.map(({ id }) => id)
  const added = [...new Set(changes.map(({ id }) => id))].filter((id) => !before.includes(id))
  const moves = new Map(
    changes.flatMap(({ id, field, to }) => (field === 'position' ? [[id, Number(to)]] : [])),
  )
  const changed = [...before, ...added].map((id) => {
    const values = changes.flatMap((change) =>
      change.id === id && Object.hasOwn(serviceFields, change.field)
        ? [[change.field, change.to]]
        : [],
    )
    const from = services.find((service) => service.id === id) ?? newService(id)
    return { ...from, ...Object.fromEntries(values) } as Service
  })
  // One that was moved to a place stands before the one that was there.
  const place = ({ id }: Service, at: number) => moves.get(id) ?? at + 0.5
  return changed
    .map((service, at) => ({ service, place: place(service, at) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ service }) => service)
}

/** The content with the initial values of fields that are newer than it. */
export function completeServices(stored: StoredContent): StoredContent {
  const services = stored.services.map((service) => ({ ...newService(service.id), ...service }))
  return { ...stored, services }
}

/** A service as it is before the owner has written anything. */
export function newService(id: string): Service {
  const values = Object.entries(serviceFields).map(([name, { initial }]) => [name, initial])
  return { id, ...Object.fromEntries(values) } as unknown as Service
}

export function isSameField(a: FieldRef, b: FieldRef): boolean {
  return a.coll === b.coll && a.id === b.id && a.field === b.field
}
