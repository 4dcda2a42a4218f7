import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '#server/lib/log.ts'
import { type StorageFault, storageFault } from './faults.ts'

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

interface Opening<Opened> {
  open(): Promise<Opened>
  /** Called at each failure that may pass by itself. */
  onFault(fault: StorageFault): void
  log: Logger
  signal: AbortSignal
}

/** Whether an error tells of what may pass by itself: not a damaged file, nor a mistake of ours. */
export function isPassing(error: unknown): boolean {
  const fault = storageFault(error)
  return fault !== undefined && fault !== 'damaged'
}

/** Opens what needs the disk, again and again where that is full or fails; throws what will not pass. */
export async function openPatiently<Opened>(opening: Opening<Opened>): Promise<Opened> {
  const { open, onFault, log, signal } = opening
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    try {
      return await open()
    } catch (err) {
      const fault = storageFault(err)
      if (!fault || !isPassing(err)) throw err
      log.error({ fault, err, wait }, 'the database cannot be opened; trying again')
      onFault(fault)
      await pause(wait, undefined, { signal })
    }
  }
}
