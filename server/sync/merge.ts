import { diff3Merge } from 'node-diff3'
import type { FieldKind } from '#shared/clients/fields.ts'
import { sameValue } from '#shared/sync/values.ts'

export type Merge = { value: unknown } | 'conflict'

export interface Sides {
  /** What the edit changed the field from. */
  base: unknown
  /** What the server has. */
  current: unknown
  /** What the edit changed it to. */
  next: unknown
}

/** What a field becomes by an edit; `conflict` where both changed it and only a person can say. */
export function mergeField(kind: FieldKind, { base, current, next }: Sides): Merge {
  // A record that was cleared away and returns has nothing that another edit could have made.
  if (current === undefined || sameValue(current, base)) return { value: next }
  if (sameValue(current, next) || sameValue(next, base)) return { value: current }
  if (kind === 'list') return { value: mergeSets(asList(base), asList(current), asList(next)) }
  if (kind === 'lines') return mergeLines(String(base ?? ''), String(current ?? ''), String(next))
  return 'conflict'
}

/** The current list, without what the edit took out and with what it put in. */
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
