import type { ClientEdit, ClientView, ConflictChoice } from '#client/data/store/types.ts'
import { formatDateTime } from '#client/desk/clients/format-date-time.ts'
import { toClient } from '#shared/clients/client-fields.ts'
import { validateRecord } from '#shared/sync/collections.ts'
import type { EditedBy, OpenConflict } from '#shared/sync/protocol.ts'

/** A field with at least one open conflict. */
export interface FieldConflict {
  field: string
  /** The value in use, as the server has it. */
  current: unknown
  /** Who wrote the value in use. */
  currentBy: EditedBy
  /** The other values, latest first. */
  others: OpenConflict[]
}

const UNKNOWN_EDITOR: EditedBy = { deviceId: '', deviceName: '', at: '' }

export function listFieldConflicts({ client, conflicts }: ClientView): FieldConflict[] {
  return groupByField(conflicts, toClient(client))
}

/** Conflicts by field. `values`: the record's data. */
export function groupByField(
  conflicts: readonly OpenConflict[],
  values: Readonly<Record<string, unknown>>,
): FieldConflict[] {
  const fields = new Map<string, OpenConflict[]>()
  for (const conflict of conflicts)
    if (conflict.kind === 'field')
      fields.set(conflict.field, [...(fields.get(conflict.field) ?? []), conflict])
  return [...fields].map(([field, others]) => ({
    field,
    current: values[field],
    currentBy: others.find(({ currentBy }) => currentBy)?.currentBy ?? UNKNOWN_EDITOR,
    others: others.toSorted((a, b) => b.rev - a.rev),
  }))
}

/** Chosen in place of a `cid`: an edit joins the values, and the conflicts close with `keep`. */
export const KEEP_BOTH = 'both'

/**
 * All values of a text field joined by line breaks; undefined if the field cannot hold them
 * together.
 */
export function joinTexts({ field, current, others }: FieldConflict): string | undefined {
  const texts = [current, ...others.map(({ value }) => value)]
  if (field !== 'notes' || !texts.every((text) => typeof text === 'string')) return undefined
  const both = [...new Set(texts)].filter((text) => text !== '').join('\n')
  return Object.keys(validateRecord('client', { notes: both })).length === 0 ? both : undefined
}

/**
 * A choice for every open field conflict: at most one value per field is taken, the others are
 * dropped. Without a choice the value in use stays; with `KEEP_BOTH` it then contains the others.
 */
export function toConflictChoices(
  fieldConflicts: readonly FieldConflict[],
  chosenCids: Readonly<Record<string, string | undefined>>,
): ConflictChoice[] {
  return fieldConflicts.flatMap(({ field, current, others }) =>
    // The taken value comes last: it changes the value in use, and `seen` of later choices would be
    // stale.
    others
      .toSorted((a, b) => Number(a.cid === chosenCids[field]) - Number(b.cid === chosenCids[field]))
      .map(({ cid }) => ({
        cid,
        choice: cid === chosenCids[field] ? 'take' : 'keep',
        seen: current,
      })),
  )
}

/**
 * The edit that joins the values of the fields with `KEEP_BOTH`; undefined if there are no such fields.
 */
export function toKeepBothEdit(
  fieldConflicts: readonly FieldConflict[],
  chosenCids: Readonly<Record<string, string | undefined>>,
  rev: number,
): ClientEdit | undefined {
  const both = fieldConflicts.filter(({ field }) => chosenCids[field] === KEEP_BOTH)
  if (both.length === 0) return undefined
  const pick = (of: (one: FieldConflict) => unknown) =>
    Object.fromEntries(both.map((one) => [one.field, of(one)]))
  return { base: pick(({ current }) => current), set: pick(joinTexts), rev }
}

/** `Edited today, 16:40`; `at` is an ISO 8601 instant, or empty if unknown. */
function formatEditedAt(at: string, now: number): string {
  const instant = Date.parse(at)
  if (Number.isNaN(instant)) return 'Edited earlier'
  return `Edited ${formatDateTime(instant, now).replace(/^Today/, 'today')}`
}

/** `On this device`, `On iPhone`. */
function formatDevice(
  { deviceId, deviceName }: EditedBy,
  thisDeviceId: string | undefined,
): string {
  const isHere = deviceId !== '' && deviceId === thisDeviceId
  return isHere ? 'On this device' : `On ${deviceName || 'another device'}`
}

/** Which device made a value, and when. */
export interface EditOrigin {
  device: string
  editedAt: string
}

export function formatOrigin(
  by: EditedBy,
  thisDeviceId: string | undefined,
  now: number,
): EditOrigin {
  return { device: formatDevice(by, thisDeviceId), editedAt: formatEditedAt(by.at, now) }
}

/** The device and time that all values of a side share; what differs is shown beside each value. */
export function getCommonOrigin(origins: readonly EditOrigin[]): Partial<EditOrigin> {
  const [first] = origins
  if (!first) return {}
  const isSame = (part: keyof EditOrigin) => origins.every((one) => one[part] === first[part])
  if (!isSame('device')) return {}
  return isSame('editedAt') ? first : { device: first.device }
}
