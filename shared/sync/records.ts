import * as v from 'valibot'
import { clientEntries, type FieldKind, fieldOf } from '#shared/clients/fields.ts'

/** What is synced: the client book, and the owner's unpublished work on the schedule. */
export const collections = ['client', 'schedule'] as const

export type Collection = (typeof collections)[number]

/** A record's fields by name; a later version of the site may have fields that this one does not know. */
export type RecordData = Record<string, unknown>

export function kindOf(coll: Collection, field: string): FieldKind {
  return (coll === 'client' && fieldOf(field)?.merge) || 'value'
}

const FIELD_NAME = /^[a-z][A-Za-z0-9.:-]{0,60}$/
/** In one edit; of the schedule, every date that can be excepted and every one that was. */
const MOST_FIELDS: Record<Collection, number> = { client: 80, schedule: 1000 }
/** Of a field that this version does not know, as JSON; characters. */
const LONGEST_UNKNOWN = 20_000

/** What is wrong with an edit's values, by field; empty where nothing is. */
export function recordProblems(coll: Collection, set: RecordData): Record<string, string> {
  const names = Object.keys(set)
  if (names.length > MOST_FIELDS[coll]) return { '': 'There are too many fields.' }
  // Made of entries: assigned, a field called `__proto__` would leave no trace.
  return Object.fromEntries(
    names.flatMap((name) => {
      const problem = FIELD_NAME.test(name)
        ? valueProblem(coll, name, set[name])
        : 'This field does not exist.'
      return problem ? [[name, problem]] : []
    }),
  )
}

function valueProblem(coll: Collection, name: string, value: unknown): string | undefined {
  if (coll === 'client' && Object.hasOwn(clientEntries, name)) {
    const parsed = v.safeParse(clientEntries[name as keyof typeof clientEntries], value)
    return parsed.success ? undefined : parsed.issues[0].message
  }
  if (coll === 'schedule' && !name.startsWith('draft.'))
    return 'The schedule is published, not edited.'
  const length = JSON.stringify(value)?.length ?? 0
  return length > LONGEST_UNKNOWN ? 'This is too long.' : undefined
}
