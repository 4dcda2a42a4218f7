import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { clearOutboxFlag, readOutboxFlag, setOutboxFlag } from '#client/lib/entry/outbox-flag.ts'
import { loadOutbox } from './outbox-client.ts'
import type { DrainReply, WorkerRequest } from './worker-protocol.ts'

/** Milliseconds to wait for the service worker; the browser may stop it before it answers. */
const WORKER_TIMEOUT = 60_000
const MIN_DELAY = 1_000
const MAX_DELAY = 15 * 60_000

let isDraining = false
/** A round that was requested while another was running. */
let nextRequest: { hurry: boolean } | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sets the flag that something is queued, and schedules the next round. `nextAt` in UTC
 * milliseconds.
 */
export function scheduleDrain(nextAt: number): void {
  setOutboxFlag(randomKey())
  startTimer(nextAt)
}

/**
 * Sends due entries, through the service worker if one controls the page. `hurry`: a connection may
 * be back, so pauses after a lost connection end.
 */
export async function requestDrain(hurry = false): Promise<void> {
  if (isDraining) {
    nextRequest = { hurry: hurry || (nextRequest?.hurry ?? false) }
    return
  }
  isDraining = true
  try {
    await trackDrain(async () => (await drainInWorker(hurry)) ?? drainInPage(hurry))
  } catch {
    // The store or the code could not be loaded; the entries stay queued.
    startTimer(systemClock() + MAX_DELAY)
  } finally {
    isDraining = false
  }
  const again = nextRequest
  nextRequest = undefined
  if (again) await requestDrain(again.hurry)
}

/** Runs a round, then updates the flag and the timer from its reply. */
export async function trackDrain(send: () => Promise<DrainReply>): Promise<DrainReply> {
  const mark = readOutboxFlag()
  const reply = await send()
  clearTimeout(timer)
  if (reply.nextAttemptAt === null) clearOutboxFlag(mark)
  else scheduleDrain(reply.nextAttemptAt)
  return reply
}

function startTimer(nextAt: number): void {
  clearTimeout(timer)
  const wait = Math.min(Math.max(nextAt - systemClock(), MIN_DELAY), MAX_DELAY)
  timer = setTimeout(() => void requestDrain(), wait)
}

/**
 * Undefined if no service worker controls the page, or the worker fails or does not answer in time.
 */
async function drainInWorker(hurry: boolean): Promise<DrainReply | undefined> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  const request: WorkerRequest = { type: 'drain', skipBackoff: hurry }
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(undefined), WORKER_TIMEOUT)
    port1.onmessage = ({ data }: MessageEvent<DrainReply | undefined>) => {
      clearTimeout(late)
      resolve(data)
    }
    worker.postMessage(request, [port2])
  })
}

async function drainInPage(hurry: boolean): Promise<DrainReply> {
  const { outbox, drainPageOutbox } = await loadOutbox()
  if (hurry) await outbox.skipBackoff()
  return drainPageOutbox()
}
