/**
 * The names of things in their order; one that occurs again gets a number, so that people can tell
 * them apart: `Chrome on Linux`, `Chrome on Linux (2)`.
 */
export function numberedNames(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}
