import { isNumbered } from '#client/book/store/numbers.ts'
import type { DeviceState, Queued } from '#client/book/store/schema.ts'
import type { Intent } from '#shared/sync/intent.ts'
import type { RecordData } from '#shared/sync/records.ts'
import { sameValue } from '#shared/sync/values.ts'

/** What was changed, from what, as its form saw it. */
export interface FieldsEdit {
  base: RecordData
  set: RecordData
}

type Patch = Extract<Intent, { op: 'patch' }>

/** Whether an edit may still grow: what was sent once stays as it was. */
export function canJoin(item: Queued, device: DeviceState): boolean {
  return item.intent.op === 'patch' && !isNumbered(item, device) && !item.again
}

/** Two edits as one: from what the first saw to what the second made of it. */
export function joined({ intent }: Queued, { base, set }: FieldsEdit): Patch {
  if (intent.op !== 'patch') throw new Error('Only edits of fields are joined')
  const from = (field: string) => (Object.hasOwn(intent.set, field) ? intent.base : base)[field]
  const last = { ...intent.set, ...set }
  const fields = Object.keys(last).filter((field) => !sameValue(from(field), last[field]))
  return {
    ...intent,
    base: Object.fromEntries(fields.map((field) => [field, from(field)])),
    set: Object.fromEntries(fields.map((field) => [field, last[field]])),
  }
}
