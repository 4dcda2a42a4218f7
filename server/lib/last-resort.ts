import type { Logger } from './log.ts'

interface Parts {
  log: Logger
  /** Whether an error tells of the disk alone, which leaves nothing half done in memory. */
  isPassing(error: unknown): boolean
  /** Stops in order, and ends the process as failed. */
  stop(): void
}

/**
 * For what nobody caught. A rejected promise concerns the one piece of work that it stood for: the
 * process goes on. An exception that nobody caught may have left anything half done in memory: the
 * process stops in order, and its supervisor starts it again. Both are mistakes of this program, and
 * are logged as such.
 */
export function catchLast({ log, isPassing, stop }: Parts): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))
  process.on('uncaughtException', (err) => {
    log.error({ err }, 'uncaught exception')
    if (!isPassing(err)) stop()
  })
}
