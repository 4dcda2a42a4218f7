import { type Logger, pino } from 'pino'

export type { Logger }

/** Structured log lines on standard output. Callers pass ids and codes, never what a person typed. */
export function createLog(level = 'info'): Logger {
  // Written behind the work, not in it; pino flushes what is left when the process ends.
  const output = pino.destination({ fd: 1, sync: false })
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output)
}
