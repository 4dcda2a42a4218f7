import { parentPort, workerData } from 'node:worker_threads'
import { decodeFeed } from './lines.ts'
import { readFeed, type WorkerResult, type WorkerTask } from './read-feed.ts'
import { BudgetExceededError } from './recurrence.ts'

/** Reads a feed in a worker thread, so that no feed can block the server. */
const { bytes, ...input } = workerData as WorkerTask

function read(): WorkerResult {
  try {
    const reading = readFeed({ ...input, text: decodeFeed(bytes) })
    return reading ? { ok: true, reading } : { ok: false, fault: 'no_calendar' }
  } catch (error) {
    return { ok: false, fault: error instanceof BudgetExceededError ? 'too_much' : 'no_calendar' }
  }
}

parentPort?.postMessage(read())
