import type { Logger } from './log.ts'

/**
 * Resolves to the result of `work`, or to that of `late` after `ms` milliseconds. The work itself
 * goes on then; its later result or error is ignored.
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

/** Pauses between attempts, ms; each pause is twice the one before. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

interface Task {
  /** Name of the task in the log. */
  what: string
  work(): Promise<unknown>
  log: Logger
}

/**
 * Runs a task in the background and retries it, with growing pauses, until it succeeds. Returns a
 * function that stops the retries.
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
