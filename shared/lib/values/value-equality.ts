/** Compares values by their canonical JSON; absent, null, empty text and empty list are equal. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || toCanonicalJson(a) === toCanonicalJson(b)
}

/** Returns JSON with sorted object keys; empty for absent, null, empty text and empty list. */
export function toCanonicalJson(value: unknown): string {
  if (isEmptyValue(value)) return ''
  if (typeof value !== 'object') return JSON.stringify(value)
  return JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** Whether a value is absent, null, empty text or an empty list. */
export function isEmptyValue(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0)
}
