/** Compares values by their canonical JSON; absent, null, empty text and empty list are equal. */
export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b)
}

/** Returns JSON with sorted object keys; empty for absent, null, empty text and empty list. */
export function canonical(value: unknown): string {
  if (isNothing(value)) return ''
  if (typeof value !== 'object') return JSON.stringify(value)
  return JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

function isNothing(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0)
}
