import type { RecordDecision } from '#client/data/edits/types.ts'
import type { DisputedRecord } from '#client/data/store/types.ts'
import type { Names } from '#shared/lib/define-collection.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import {
  findOnlyField,
  formatFieldValue,
  getCollection,
  getFieldLabel,
  getMergeKind,
  validateRecord,
} from '#shared/sync/collections.ts'
import type { EditedBy, OpenConflict } from '#shared/sync/protocol.ts'

/** One of the values between which the owner chooses. */
export interface Version {
  /** Null where the record is removed. */
  value: unknown
  /** Empty for an empty value. */
  text: string
  /** Undefined if not known. */
  by: EditedBy | undefined
}

/** A field with open conflicts, or a record that one device removed and another edited. */
export interface Question {
  key: string
  record: DisputedRecord
  label: string
  /** Whether the record stays is asked before the values of its fields. */
  isRemoval: boolean
  field: string
  inUse: Version
  /** The other values, latest first. */
  others: readonly (Version & { cid: string })[]
  /** All values together, where the field can hold them. */
  both: string | undefined
}

/** The chosen `cid` of each question, or `KEEP_BOTH`; without an entry the value in use stays. */
export type Chosen = Readonly<Record<string, string | undefined>>

/** Chosen in place of a `cid`: an edit joins the values, and the conflicts close with `keep`. */
export const KEEP_BOTH = 'both'

export function listQuestions(records: readonly DisputedRecord[], names?: Names): Question[] {
  return records.flatMap((record) => {
    const removals = record.conflicts.filter(({ kind }) => kind === 'delete')
    if (removals.length > 0) return [createRemovalQuestion(record, removals, names)]
    const byField = groupBy(record.conflicts, ({ field }) => field)
    return [...byField].map(([field, conflicts]) =>
      createFieldQuestion(record, conflicts, { field, names }),
    )
  })
}

function createFieldQuestion(
  record: DisputedRecord,
  conflicts: readonly OpenConflict[],
  { field, names }: { field: string; names: Names | undefined },
): Question {
  const { coll, id, data } = record
  const { [field]: current } = data
  const toVersion = (value: unknown, by: Version['by']): Version => ({
    ...{ value, by },
    text: formatFieldValue({ coll, field }, value, names),
  })
  const others = conflicts.toSorted((a, b) => b.rev - a.rev)
  return {
    ...{ record, field, key: `${coll}/${id} ${field}`, isRemoval: false },
    label: getFieldLabel(coll, field, record),
    inUse: toVersion(current, findEditor(conflicts)),
    others: others.map((one) => ({ cid: one.cid, ...toVersion(one.value, one) })),
    both: joinTexts({ coll, field }, [current, ...others.map(({ value }) => value)]),
  }
}

/** A record that has only one field is that value: the question names the field, and shows the value. */
function createRemovalQuestion(
  record: DisputedRecord,
  removals: readonly OpenConflict[],
  names: Names | undefined,
): Question {
  const { coll, id, data } = record
  const { noun, valueWithout = 'Removed' } = getCollection(coll)
  const field = findOnlyField(record)
  const value = field === undefined ? data : data[field]
  const text =
    field === undefined ? 'Kept, as edited' : formatFieldValue({ coll, field }, value, names)
  return {
    ...{ record, key: `${coll}/${id}`, isRemoval: field === undefined, field: field ?? '' },
    label: field === undefined ? noun : getFieldLabel(coll, field, record),
    inUse: { value, text: text || valueWithout, by: findEditor(removals) },
    others: removals.map((one) => ({ cid: one.cid, value: null, text: valueWithout, by: one })),
    both: undefined,
  }
}

function findEditor(conflicts: readonly OpenConflict[]): Version['by'] {
  return conflicts.find(({ currentBy }) => currentBy)?.currentBy
}

/** Texts that merge line by line, joined by line breaks; undefined for others and if that is too long. */
function joinTexts(
  { coll, field }: { coll: DisputedRecord['coll']; field: string },
  texts: readonly unknown[],
): string | undefined {
  if (getMergeKind(coll, field) !== 'lines' || !texts.every((text) => typeof text === 'string'))
    return undefined
  const both = [...new Set(texts)].filter((text) => text !== '').join('\n')
  return Object.keys(validateRecord(coll, { [field]: both })).length === 0 ? both : undefined
}

/** Leaves out choices that are gone, since another device decided about their conflict. */
export function dropUnknown(questions: readonly Question[], chosen: Chosen): Chosen {
  return Object.fromEntries(
    questions.flatMap(({ key, others, both }) => {
      const { [key]: choice } = chosen
      const isKnown =
        choice === KEEP_BOTH ? both !== undefined : others.some(({ cid }) => cid === choice)
      return isKnown ? [[key, choice]] : []
    }),
  )
}

/** The versions that replace those in use. */
export function listTaken(questions: readonly Question[], chosen: Chosen): [Question, Version][] {
  return questions.flatMap((question) => {
    const taken = question.others.find(({ cid }) => cid === chosen[question.key])
    return taken ? [[question, taken] as [Question, Version]] : []
  })
}

/**
 * A choice for every open conflict that was asked about: at most one value of a field is taken, the others are
 * dropped. Without a choice the value in use stays; with `KEEP_BOTH` it then contains the others.
 */
export function toDecisions(questions: readonly Question[], chosen: Chosen): RecordDecision[] {
  return [...groupBy(questions, ({ record }) => record)].map(([record, ofRecord]) => {
    const edit = toKeepBothEdit(record, ofRecord, chosen)
    return {
      ...{ coll: record.coll, id: record.id },
      choices: ofRecord.flatMap((question) => toChoices(question, chosen[question.key])),
      ...(edit && { edit }),
    }
  })
}

function toChoices({ others, inUse }: Question, chosen: string | undefined) {
  // The taken value comes last: it changes the value in use, and `seen` of later choices would be stale.
  return others
    .toSorted((a, b) => Number(a.cid === chosen) - Number(b.cid === chosen))
    .map(({ cid }) => ({
      cid,
      choice: cid === chosen ? ('take' as const) : ('keep' as const),
      seen: inUse.value,
    }))
}

function toKeepBothEdit(
  { rev }: DisputedRecord,
  questions: readonly Question[],
  chosen: Chosen,
): RecordDecision['edit'] {
  const joined = questions.filter(({ key }) => chosen[key] === KEEP_BOTH)
  if (joined.length === 0) return undefined
  const pick = (of: (question: Question) => unknown) =>
    Object.fromEntries(joined.map((question) => [question.field, of(question)]))
  return { base: pick(({ inUse }) => inUse.value), set: pick(({ both }) => both), rev }
}
