import { type Logger, pino } from 'pino'

export type { Logger }

/** Lines that cannot be written are kept up to this, bytes, and those after them dropped. */
const MOST_UNWRITTEN = 4 * 1024 * 1024

/** Structured log lines on standard output. Callers pass ids and codes, never what a person typed. */
export function createLog(level: string): Logger {
  // Written behind the work, not in it; pino flushes what is left when the process ends.
  const output = pino.destination({ fd: 1, sync: false, maxLength: MOST_UNWRITTEN })
  // The log may lie on the disk that is full: lines are then lost, and the process goes on.
  let failing = false
  output.on('write', () => {
    failing = false
  })
  output.on('error', () => {
    failing = true
  })
  output.once('error', () => {
    // Before pino's own listeners, which would try to write the last lines for ever.
    const giveUp = () => {
      if (failing) output.destroy()
    }
    process.prependListener('beforeExit', giveUp)
    process.prependListener('exit', giveUp)
  })
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output)
}
