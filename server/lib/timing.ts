import type { Logger } from './log.ts'

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

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

interface Task {
  /** For the log. */
  what: string
  work(): Promise<unknown>
  log: Logger
}

/**
 * Does what a start has to do once, and tries again, ever more slowly, where it fails; nobody waits for
 * it. What it returns ends the trying.
 */
export function untilDone({ what, work, log }: Task): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const attempt = (pause: number) => {
    work().catch((err: unknown) => {
      log.error({ err, what, pause }, 'not done; trying again')
      if (stopped) return
      timer = setTimeout(() => attempt(Math.min(pause * 2, LONGEST_PAUSE)), pause)
      timer.unref()
    })
  }
  attempt(FIRST_PAUSE)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
