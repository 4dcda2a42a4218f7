import type { ReplayReply, WorkerRequest } from '../offline/messages.ts'
import { systemClock } from './clock.ts'
import { openOutbox } from './outbox.ts'

const FLAG = 'outbox-waits'

/** A worker that was stopped in the middle answers nothing; milliseconds. */
const WORKER_PATIENCE = 60_000
const SOONEST = 1_000
const LATEST = 15 * 60_000

let asking = false
let askAgain = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Something waits on this device; a flag outside the database, so that it is not opened for nothing. */
export function noteWaiting(nextAt: number): void {
  try {
    localStorage.setItem(FLAG, 'yes')
  } catch {
    // Then the timer of this page alone knows.
  }
  wakeAt(nextAt)
}

/** Sends what waits, whenever there may be a way: now, when the page is seen again, when it is online. */
export function watchWaiting(): void {
  const ask = () => {
    if (document.visibilityState === 'visible' && somethingWaits()) void sendWaiting()
  }
  addEventListener('online', ask)
  document.addEventListener('visibilitychange', ask)
  ask()
}

function somethingWaits(): boolean {
  try {
    return timer !== undefined || localStorage.getItem(FLAG) !== null
  } catch {
    return timer !== undefined
  }
}

async function sendWaiting(): Promise<void> {
  askAgain = asking
  if (asking) return
  asking = true
  try {
    settle(await ((await askWorker()) ?? sendHere()))
  } catch {
    // The store or the code could not be had; what waits stays.
    wakeAt(systemClock() + LATEST)
  } finally {
    asking = false
  }
  if (askAgain) await sendWaiting()
}

function settle({ nextAt }: ReplayReply): void {
  clearTimeout(timer)
  timer = undefined
  if (nextAt !== null) wakeAt(nextAt)
  else forget()
}

function forget(): void {
  try {
    localStorage.removeItem(FLAG)
  } catch {
    // It was never set.
  }
}

function wakeAt(nextAt: number): void {
  clearTimeout(timer)
  const wait = Math.min(Math.max(nextAt - systemClock(), SOONEST), LATEST)
  timer = setTimeout(() => void sendWaiting(), wait)
}

/** Undefined where no worker is in charge, or it does not answer. */
async function askWorker(): Promise<ReplayReply | undefined> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  const request: WorkerRequest = { type: 'replay' }
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(undefined), WORKER_PATIENCE)
    port1.onmessage = ({ data }: MessageEvent<ReplayReply>) => {
      clearTimeout(late)
      resolve(data)
    }
    worker.postMessage(request, [port2])
  })
}

async function sendHere(): Promise<ReplayReply> {
  const { sendDue } = await openOutbox()
  return sendDue()
}
