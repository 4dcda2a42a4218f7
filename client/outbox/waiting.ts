import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { lowerFlag, raiseFlag, waitingMark } from '#client/lib/entry/pending-flag.ts'
import { openOutbox } from './outbox.ts'
import type { ReplayReply, WorkerRequest } from './worker.ts'

/** Milliseconds to wait for the service worker; the browser may stop it before it answers. */
const WORKER_PATIENCE = 60_000
const SOONEST = 1_000
const LATEST = 15 * 60_000

let asking = false
/** A round that was requested while another was running. */
let asked: { hurry: boolean } | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sets the flag that something is queued, and schedules the next round. `nextAt` in UTC
 * milliseconds.
 */
export function noteWaiting(nextAt: number): void {
  raiseFlag(randomKey())
  wakeAt(nextAt)
}

/**
 * Sends due entries, through the service worker if one controls the page. `hurry`: a connection may
 * be back, so pauses after a lost connection end.
 */
export async function sendWaiting(hurry = false): Promise<void> {
  if (asking) {
    asked = { hurry: hurry || (asked?.hurry ?? false) }
    return
  }
  asking = true
  try {
    await noteRound(async () => (await askWorker(hurry)) ?? sendHere(hurry))
  } catch {
    // The store or the code could not be loaded; the entries stay queued.
    wakeAt(systemClock() + LATEST)
  } finally {
    asking = false
  }
  const again = asked
  asked = undefined
  if (again) await sendWaiting(again.hurry)
}

/** Runs a round, then updates the flag and the timer from its reply. */
export async function noteRound(send: () => Promise<ReplayReply>): Promise<ReplayReply> {
  const mark = waitingMark()
  const reply = await send()
  clearTimeout(timer)
  if (reply.nextAt === null) lowerFlag(mark)
  else noteWaiting(reply.nextAt)
  return reply
}

function wakeAt(nextAt: number): void {
  clearTimeout(timer)
  const wait = Math.min(Math.max(nextAt - systemClock(), SOONEST), LATEST)
  timer = setTimeout(() => void sendWaiting(), wait)
}

/**
 * Undefined if no service worker controls the page, or the worker fails or does not answer in time.
 */
async function askWorker(hurry: boolean): Promise<ReplayReply | undefined> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  const request: WorkerRequest = { type: 'replay', hurry }
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(undefined), WORKER_PATIENCE)
    port1.onmessage = ({ data }: MessageEvent<ReplayReply | undefined>) => {
      clearTimeout(late)
      resolve(data)
    }
    worker.postMessage(request, [port2])
  })
}

async function sendHere(hurry: boolean): Promise<ReplayReply> {
  const { outbox, sendDue } = await openOutbox()
  if (hurry) await outbox.hurry()
  return sendDue()
}
