/**
 * A latest-only queue: runs one write at a time, and a newer value replaces the one that is queued.
 * For drafts stored at each key press: values that were typed over are not written, and a slow
 * earlier write cannot end after a later one. `write` must not reject, or the queue stops: it
 * reports its own failures, as `storeDraft` does.
 */
export function createLatestOnlyQueue<T>(
  write: (value: T) => Promise<unknown>,
): (value: T) => void {
  let next: { value: T } | undefined
  let busy = false
  const drain = async () => {
    busy = true
    for (let current = next; current; current = next) {
      next = undefined
      await write(current.value)
    }
    busy = false
  }
  return (value) => {
    next = { value }
    if (!busy) void drain()
  }
}
