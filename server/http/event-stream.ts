import type { Response } from 'express'

/** Bytes that may wait for a reader that takes nothing, before it is given up. */
const MOST_UNREAD = 16 * 1024

/** One open answer of server-sent events. */
export interface EventStream {
  /** One event; `data` has no line break. */
  send(data: string): void
  end(): void
  /** Calls `listener` once, whichever side ended the stream. */
  onEnd(listener: () => void): void
}

/** Answers with a stream that no proxy may keep back, pack or store. */
export function openEventStream(res: Response): EventStream {
  res.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    // nginx passes each line on at once.
    'X-Accel-Buffering': 'no',
  })
  res.flushHeaders()
  return {
    send(data) {
      if (res.writableLength > MOST_UNREAD) res.destroy()
      else res.write(`data: ${data}\n\n`)
    },
    end: () => res.end(),
    onEnd: (listener) => res.once('close', listener),
  }
}
