import { diff3Merge } from 'node-diff3'
import type { FieldKind } from '#shared/clients/fields.ts'
import { sameValue } from '#shared/sync/values.ts'

export type Merge = { value: unknown } | 'conflict'

export interface Sides {
  /** The value that the edit was made from. */
  base: unknown
  /** The server's value; undefined if the record does not have the field yet. */
  current: unknown
  /** The value that the edit sets. */
  next: unknown
}

/**
 * Three-way merge of one field: a `list` as a set, `lines` by diff3. `conflict`: both sides changed
 * the field, and only a person can decide.
 */
export function mergeField(kind: FieldKind, { base, current, next }: Sides): Merge {
  // A new record, or one whose tombstone was purged, has no value that another edit has set.
  if (current === undefined || sameValue(current, base)) return { value: next }
  if (sameValue(current, next) || sameValue(next, base)) return { value: current }
  if (kind === 'list') return { value: mergeSets(asList(base), asList(current), asList(next)) }
  if (kind === 'lines') return mergeLines(String(base ?? ''), String(current ?? ''), String(next))
  return 'conflict'
}

/** The current list without the items that the edit removed, followed by those that it added. */
function mergeSets(base: unknown[], current: unknown[], next: unknown[]): unknown[] {
  const has = (list: unknown[], item: unknown) => list.some((other) => sameValue(other, item))
  const kept = current.filter((item) => !has(base, item) || has(next, item))
  return [...kept, ...next.filter((item) => !has(base, item) && !has(kept, item))]
}

function mergeLines(base: string, current: string, next: string): Merge {
  const regions = diff3Merge(current.split('\n'), base.split('\n'), next.split('\n'))
  const lines: string[] = []
  for (const { ok } of regions) {
    if (!ok) return 'conflict'
    lines.push(...ok)
  }
  return { value: lines.join('\n') }
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
