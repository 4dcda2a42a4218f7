import * as v from 'valibot'
import { clientEntries, type FieldKind, fieldOf } from '#shared/clients/fields.ts'

/** The synced collections: the clients, and the owner's unpublished drafts of the schedule. */
export const collections = ['client', 'schedule'] as const

export type Collection = (typeof collections)[number]

/**
 * A record's fields by name, including fields of later versions that this version does not know.
 */
export type RecordData = Record<string, unknown>

/** Returns how the server merges two edits of a field. */
export function kindOf(coll: Collection, field: string): FieldKind {
  return (coll === 'client' && fieldOf(field)?.merge) || 'value'
}

const FIELD_NAME = /^[a-z][A-Za-z0-9.:-]{0,60}$/
/** Most fields in one edit. A schedule may have one for each future and each past exception. */
const MOST_FIELDS: Record<Collection, number> = { client: 80, schedule: 1000 }
/** Longest value of a field that this version does not know: characters of JSON. */
const LONGEST_UNKNOWN = 20_000

/** Checks an edit's values; returns a sentence for each field that is wrong. */
export function recordProblems(coll: Collection, set: RecordData): Record<string, string> {
  const names = Object.keys(set)
  if (names.length > MOST_FIELDS[coll]) return { '': 'There are too many fields.' }
  // `fromEntries` keeps a field called `__proto__`; an assignment would set the prototype instead.
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
