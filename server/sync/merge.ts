import { diff3Merge } from 'node-diff3'
import type { MergeKind } from '#shared/lib/define-collection.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'

export type MergeResult = { value: unknown } | 'conflict'

export interface MergeInput {
  /** The value that the edit was made from. */
  base: unknown
  /** The server's value; undefined if the record does not have the field yet. */
  current: unknown
  /** The value that the edit sets, validated by the push: `lines` always get a text. */
  next: unknown
  /** The edit that set the server's value was made later than this one, whose device had not seen it. */
  isOlder?: boolean
}

/**
 * Three-way merge of one field: a `list` as a set, `lines` by diff3. `conflict`: both sides changed
 * the field, and only a person can decide.
 */
export function mergeField(kind: MergeKind, edits: MergeInput): MergeResult {
  const { base, current, next, isOlder = false } = edits
  if (kind === 'latest') return { value: isOlder && current !== undefined ? current : next }
  // A new record, or one whose tombstone was purged, has no value that another edit has set.
  if (current === undefined || isSameValue(current, base)) return { value: next }
  if (isSameValue(current, next) || isSameValue(next, base)) return { value: current }
  if (kind === 'list') return { value: mergeLists(toList(base), toList(current), toList(next)) }
  if (kind === 'lines') return mergeLines(String(base ?? ''), String(current ?? ''), String(next))
  return 'conflict'
}

/** The current list without the items that the edit removed, followed by those that it added. */
function mergeLists(base: unknown[], current: unknown[], next: unknown[]): unknown[] {
  const has = (list: unknown[], item: unknown) => list.some((other) => isSameValue(other, item))
  const remaining = current.filter((item) => !has(base, item) || has(next, item))
  return [...remaining, ...next.filter((item) => !has(base, item) && !has(remaining, item))]
}

function mergeLines(base: string, current: string, next: string): MergeResult {
  const regions = diff3Merge(current.split('\n'), base.split('\n'), next.split('\n'))
  const lines: string[] = []
  for (const { ok } of regions) {
    if (!ok) return 'conflict'
    lines.push(...ok)
  }
  return { value: lines.join('\n') }
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
