/**
 * A latest-only queue: runs one write at a time, and a newer value replaces the one that is queued.
 */
export function createLatestOnlyQueue<T>(
  write: (value: T) => Promise<unknown>,
): (value: T) => void {
  let next: { value: T } | undefined
  let busy = false
  const work = async () => {
    busy = true
    for (let one = next; one; one = next) {
      next = undefined
      await write(one.value)
    }
    busy = false
  }
  return (value) => {
    next = { value }
    if (!busy) void work()
  }
}
