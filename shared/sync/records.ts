import * as v from 'valibot'
import { getField, type MergeKind } from '#shared/clients/client-fields.ts'
import { getJourneyId } from '#shared/journeys/item-id.ts'
import {
  findField,
  getJourneyMergeKind,
  getJourneySchema,
  guestPassFields,
  itemFields,
  journeyFields,
  passSeenField,
} from '#shared/journeys/journey-fields.ts'
import { toShortMessage } from '#shared/lib/result.ts'

/**
 * The synced collections: clients, journeys with their items and guests' passes, and the owner's
 * unpublished drafts of the schedule.
 */
export const collections = ['client', 'schedule', 'journey', 'journey-item', 'guest-pass'] as const

export type Collection = (typeof collections)[number]

/**
 * A record's fields by name, including fields of later versions that this version does not know.
 */
export type RecordData = Record<string, unknown>

/** Returns how the server merges two edits of a field. */
export function getMergeKind(coll: Collection, field: string): MergeKind {
  if (coll === 'journey') return getJourneyMergeKind(field)
  return findDefinition(coll, field)?.merge ?? 'value'
}

/** Undefined for a field that this version does not know. */
function findDefinition(coll: Collection, field: string) {
  if (coll === 'client') return getField(field)
  if (coll === 'journey') return findField(journeyFields, field)
  if (coll === 'journey-item') return findField(itemFields, field)
  if (coll !== 'guest-pass') return undefined
  return field === 'seen' ? passSeenField : findField(guestPassFields, field)
}

function findSchema(coll: Collection, field: string): v.GenericSchema | undefined {
  return coll === 'journey' ? getJourneySchema(field) : findDefinition(coll, field)?.schema
}

const NAME = '[A-Za-z0-9]{1,40}'
/** Forms of ids; an erasure finds a journey's items by theirs. */
const ID_FORMS: Partial<Record<Collection, RegExp>> = {
  journey: new RegExp(`^${NAME}$`),
  'journey-item': new RegExp(`^${NAME}-${NAME}$`),
  'guest-pass': new RegExp(`^${NAME}$`),
}

export function isRecordId(coll: Collection, id: string): boolean {
  return ID_FORMS[coll]?.test(id) ?? true
}

/** The journey that an edit's record belongs to; undefined if it does not say. */
export function getParentJourney(
  { coll, id }: { coll: Collection; id: string },
  set: RecordData,
): string | undefined {
  if (coll === 'journey-item') return getJourneyId(id)
  return coll === 'guest-pass' && typeof set.journey === 'string' ? set.journey : undefined
}

/**
 * The fields of an edit that the server applies to a record; undefined if it ignores the edit. Closing a
 * guest pass always counts and removes the copy, also one of another device, but it never makes the version lower.
 */
export function pickAccepted(
  coll: Collection,
  { base, set }: { base: RecordData; set: RecordData },
  current: RecordData,
): RecordData | undefined {
  if (coll !== 'guest-pass') return set
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

const FIELD_NAME = /^[a-z][A-Za-z0-9.:-]{0,60}$/
/** Most fields in one edit. A schedule may have one for each future and each past exception. */
const MAX_FIELDS: Record<Collection, number> = {
  client: 80,
  schedule: 1000,
  journey: 800,
  'journey-item': 80,
  'guest-pass': 20,
}
/** Most characters of a name that a refusal repeats. */
const MAX_NAME_SHOWN = 100
/** Longest value of a field that this version does not know: characters of JSON. */
const MAX_UNKNOWN_LENGTH = 20_000

/** Checks an edit's values; returns a sentence for each field that is wrong. */
export function validateRecord(coll: Collection, set: RecordData): Record<string, string> {
  const names = Object.keys(set)
  if (names.length > MAX_FIELDS[coll]) return { '': 'There are too many fields.' }
  // `fromEntries` keeps a field called `__proto__`; an assignment would set the prototype instead.
  return Object.fromEntries(
    names.flatMap((name) => {
      const problem =
        FIELD_NAME.test(name) && !(name in Object.prototype)
          ? validateValue(coll, name, set[name])
          : 'This field does not exist.'
      return problem ? [[name.slice(0, MAX_NAME_SHOWN), problem]] : []
    }),
  )
}

function validateValue(coll: Collection, name: string, value: unknown): string | undefined {
  const schema = findSchema(coll, name)
  if (schema) {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? undefined : toShortMessage(parsed.issues[0])
  }
  if (coll === 'schedule' && !name.startsWith('draft.'))
    return 'The schedule is published, not edited.'
  const length = JSON.stringify(value)?.length ?? 0
  return length > MAX_UNKNOWN_LENGTH ? 'This is too long.' : undefined
}
