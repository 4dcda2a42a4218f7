import { type Logger, pino } from 'pino'

export type { Logger }

/** Structured log lines on standard output. Callers pass ids and codes, never what a person typed. */
export function createLog(level = 'info'): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
