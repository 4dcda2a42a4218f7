import type { Logger } from './log.ts'

/**
 * Resolves to the result of `work`, or to that of `late` after `ms` milliseconds. The work itself
 * goes on then; its later result or error is ignored.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
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
const INITIAL_RETRY_DELAY = 1_000
const MAX_RETRY_DELAY = 60_000

interface Task {
  /** Name of the task in the log. */
  name: string
  run(): Promise<unknown>
  log: Logger
}

/**
 * Runs a task in the background and retries it, with growing pauses, until it succeeds. Returns a
 * function that stops the retries.
 */
export function retryUntilDone({ name, run, log }: Task): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const attempt = (pause: number) => {
    run().catch((err: unknown) => {
      log.error({ err, what: name, pause }, 'background task failed; trying again')
      if (stopped) return
      timer = setTimeout(() => attempt(Math.min(pause * 2, MAX_RETRY_DELAY)), pause)
      timer.unref()
    })
  }
  attempt(INITIAL_RETRY_DELAY)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
