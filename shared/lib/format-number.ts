const wholeFormat = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const tenthsFormat = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** `12,345` */
export function formatCount(count: number): string {
  return wholeFormat.format(count)
}

/** `1 document`, `1,200 changes`, `2 journeys stay` */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** `1.4`, with at most one decimal. */
export function formatTenths(size: number): string {
  return tenthsFormat.format(size)
}

/** `38 KB`, `2.1 MB` */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${formatCount(Math.max(1, Math.round(kilobytes)))} KB`
  return `${formatTenths(kilobytes / 1024)} MB`
}

/** The size of something larger than a limit, rounded up where it would look like the limit. */
export function formatBytesAbove(bytes: number, limit: number): string {
  const size = formatBytes(bytes)
  if (size !== formatBytes(limit)) return size
  return `${formatTenths(Math.floor((bytes / 1024 / 1024) * 10) / 10 + 0.1)} MB`
}

/**
 * The names in the same order; a name that occurs again gets a number, so that people can tell
 * the things apart: `Chrome on Linux`, `Chrome on Linux (2)`.
 */
export function numberRepeatedNames(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}
