/**
 * What `work` comes to, or `late` once the time is up (milliseconds), for somebody who waits. The work
 * itself goes on; what it then comes to, a failure too, is nobody's any more.
 */
export async function inTime<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms)
  })
  try {
    const first = await Promise.race([work.then((value) => ({ value })), limit])
    return first === 'late' ? late() : first.value
  } finally {
    clearTimeout(timer)
  }
}
