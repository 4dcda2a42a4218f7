import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as others } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import type { ChangesPage } from '#shared/desk/changes.ts'
import type { Refusal } from '#shared/lib/result.ts'

export function sendRefusal(res: Response, status: number, refusal: Refusal): void {
  res.status(status).json(refusal)
}

/** Smaller than this, packing costs more than it saves; characters. */
const LEAST = 1024

/** Between the quickest and the smallest: a large answer is packed about as fast as it is sent. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Sends JSON text, packed as the caller can take it; done beside the program's one thread. */
export async function sendPacked(req: Request, res: Response, json: string): Promise<void> {
  const body = Buffer.from(json)
  res.type('json').vary('Accept-Encoding')
  const encoding = body.length < LEAST ? undefined : req.acceptsEncodings('br', 'gzip')
  if (encoding === 'br' || encoding === 'gzip') {
    res.set('Content-Encoding', encoding)
    res.send(
      await (encoding === 'br' ? promisify(brotliCompress)(body, brotli) : promisify(gzip)(body)),
    )
  } else res.send(body)
}

/** Answers with a page of changes, or that the device has to fetch everything anew. */
export function sendChanges(
  res: Response,
  page: ChangesPage<unknown> | undefined,
  error: string,
): Promise<void> | void {
  if (page) return sendPacked(res.req, res, JSON.stringify(page))
  sendRefusal(res, 410, { code: 'epoch', error })
}

/** Answers with a file to be kept under a name; the name is one of ours and needs no escaping. */
export function sendCsv(res: Response, name: string, text: string): void {
  begin(res, name)
  res.send(text)
}

/**
 * As `sendCsv`, part by part: between two of them others have their turn, and a slow reader is waited
 * for. A reader who leaves early ends it; a part that fails breaks the answer off, so that it is not whole.
 */
export async function sendCsvParts(
  res: Response,
  name: string,
  parts: Iterable<string>,
): Promise<void> {
  begin(res, name)
  try {
    await pipeline(Readable.from(inTurns(parts)), res)
  } catch (error) {
    if (!isAbandoned(error)) throw error
  }
}

async function* inTurns(parts: Iterable<string>): AsyncGenerator<string> {
  for (const part of parts) {
    if (part) yield part
    await others()
  }
}

function isAbandoned(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function begin(res: Response, name: string): void {
  res.set('Content-Type', 'text/csv; charset=utf-8')
  res.set('Content-Disposition', `attachment; filename="${name}"`)
}

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
