import { type Logger, pino } from 'pino'

export type { Logger }

/** Limit of unwritten log text in memory, bytes; further lines are dropped. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

/**
 * Structured log lines on standard output. Callers pass ids and codes, never what a person typed.
 */
export function createLog(level: string): Logger {
  // Asynchronous, so that logging delays no work; pino flushes the rest when the process ends.
  const output = pino.destination({ fd: 1, sync: false, maxLength: MAX_BUFFERED_BYTES })
  // Standard output may be a file on a full disk: lines are lost then, and the process goes on.
  let failing = false
  output.on('write', () => {
    failing = false
  })
  output.on('error', () => {
    failing = true
  })
  output.once('error', () => {
    // Runs before pino's own listeners, which would retry the last lines endlessly.
    const giveUp = () => {
      if (failing) output.destroy()
    }
    process.prependListener('beforeExit', giveUp)
    process.prependListener('exit', giveUp)
  })
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output)
}
