import { parentPort, workerData } from 'node:worker_threads'
import { readFeed, type WorkerResult, type WorkerTask } from './read-feed.ts'
import { BudgetExceededError } from './recurrence.ts'

/** Reads a feed in a worker thread, so that no feed can block the server. */
const { bytes, ...input } = workerData as WorkerTask

function read(): WorkerResult {
  try {
    const reading = readFeed({ ...input, text: decode(bytes) })
    return reading ? { ok: true, reading } : { ok: false, fault: 'no_calendar' }
  } catch (error) {
    return { ok: false, fault: error instanceof BudgetExceededError ? 'too_much' : 'no_calendar' }
  }
}

/** A file saved by hand on Windows may be UTF-16. */
function decode(file: Uint8Array): string {
  const [first, second] = file
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(file)
  return new TextDecoder().decode(file)
}

parentPort?.postMessage(read())
