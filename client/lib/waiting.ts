import type { ReplayReply, WorkerRequest } from '../offline/messages.ts'
import { systemClock } from './clock.ts'
import { openOutbox } from './outbox.ts'
import { flagWaiting } from './waiting-flag.ts'

/** A worker that was stopped in the middle answers nothing; milliseconds. */
const WORKER_PATIENCE = 60_000
const SOONEST = 1_000
const LATEST = 15 * 60_000

let asking = false
let askAgain = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Something waits on this device. */
export function noteWaiting(nextAt: number): void {
  flagWaiting(true)
  wakeAt(nextAt)
}

/**
 * Sends what waits, by the worker where one is in charge. `hurry`: something has happened that may
 * have brought the connection back, so pauses after a lost one are over.
 */
export async function sendWaiting(hurry = false): Promise<void> {
  askAgain = asking
  if (asking) return
  asking = true
  try {
    noteReply((await askWorker(hurry)) ?? (await sendHere(hurry)))
  } catch {
    // The store or the code could not be had; what waits stays.
    wakeAt(systemClock() + LATEST)
  } finally {
    asking = false
  }
  if (askAgain) await sendWaiting(hurry)
}

/** What a round of sending has left to do. */
export function noteReply({ nextAt }: ReplayReply): void {
  clearTimeout(timer)
  if (nextAt !== null) noteWaiting(nextAt)
  else flagWaiting(false)
}

function wakeAt(nextAt: number): void {
  clearTimeout(timer)
  const wait = Math.min(Math.max(nextAt - systemClock(), SOONEST), LATEST)
  timer = setTimeout(() => void sendWaiting(), wait)
}

/** Undefined where no worker is in charge, or it cannot do it. */
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
