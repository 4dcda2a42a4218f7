import { diff3Merge } from 'node-diff3'

/** How two edits of one field meet: as single values, as sets, or line by line. */
export type FieldKind = 'value' | 'list' | 'lines'

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
  if (sameValue(current, base)) return { value: next }
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

/** Values as JSON; what is absent, empty text and the empty list are one. */
export function sameValue(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}

export function canonical(value: unknown): string {
  if (isNothing(value)) return ''
  return JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

function isNothing(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0)
}
