/** Writes one after the other; of what comes while one is under way, the latest only. */
export function inTurn<T>(write: (value: T) => Promise<unknown>): (value: T) => void {
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
