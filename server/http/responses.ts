import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as others } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import type { Refusal } from '#shared/lib/result.ts'

export function sendRefusal(res: Response, status: number, refusal: Refusal): void {
  res.status(status).set('Cache-Control', 'no-store').json(refusal)
}

/** Smallest body that is compressed, bytes; for a smaller one it would cost more than it saves. */
const MIN_COMPRESSED_BYTES = 1024

/** A medium quality: a large answer is compressed about as fast as it is sent. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Sends JSON text, compressed as the client accepts, outside the main thread. */
export async function sendCompressedJson(req: Request, res: Response, json: string): Promise<void> {
  const body = Buffer.from(json)
  res.type('json').vary('Accept-Encoding')
  const encoding =
    body.length < MIN_COMPRESSED_BYTES ? undefined : req.acceptsEncodings('br', 'gzip')
  if (encoding === 'br' || encoding === 'gzip') {
    res.set('Content-Encoding', encoding)
    res.send(
      await (encoding === 'br'
        ? promisify(brotliCompress)(body, brotliOptions)
        : promisify(gzip)(body)),
    )
  } else res.send(body)
}

/** Answers with a CSV file to download. `name` must be from our code: it is not escaped. */
export function sendCsv(res: Response, name: string, text: string): void {
  setCsvHeaders(res, name)
  res.send(text)
}

/**
 * Like `sendCsv`, in parts: other requests get a turn between two parts, and the next part waits
 * for a slow reader. A reader who leaves early is no error. If a part fails, the answer is cut off,
 * so that the download does not look complete.
 */
export async function sendCsvParts(
  res: Response,
  name: string,
  parts: AsyncIterable<string>,
): Promise<void> {
  setCsvHeaders(res, name)
  await sendParts(res, parts)
}

interface BytesPart {
  /** All bytes of the file. */
  size: number
  /** Position of the first byte that is sent. */
  from: number
}

/**
 * The first byte that a request asks for, to continue an interrupted download. 0 means the whole file,
 * which is also the answer to any other range.
 */
export function readRangeStart(req: Request, size: number): number {
  const [, start] = /^bytes=(\d+)-$/.exec(req.get('Range') ?? '') ?? []
  return Number(start) < size ? Number(start) : 0
}

/**
 * Sends bytes in parts, as `sendCsvParts` does, as a download without a name, which no browser shows
 * or runs.
 */
export async function sendBytesParts(
  res: Response,
  { size, from }: BytesPart,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  if (from > 0) res.status(206).set('Content-Range', `bytes ${from}-${size - 1}/${size}`)
  res.set({
    'Accept-Ranges': 'bytes',
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(size - from),
    'Content-Disposition': 'attachment',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
  // A part would be read from the database for nothing.
  if (res.req.method === 'HEAD') res.end()
  else await sendParts(res, parts)
}

/** Sends a body in parts, as `sendCsvParts` does. */
export async function sendParts(
  res: Response,
  parts: AsyncIterable<string | Buffer>,
): Promise<void> {
  try {
    await pipeline(Readable.from(yieldBetweenParts(parts)), res)
  } catch (error) {
    if (!isAbandoned(error)) throw error
  }
}

async function* yieldBetweenParts<Part extends string | Buffer>(
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.length > 0) yield part
    await others()
  }
}

function isAbandoned(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function setCsvHeaders(res: Response, name: string): void {
  res.set('Content-Type', 'text/csv; charset=utf-8')
  res.set('Content-Disposition', `attachment; filename="${name}"`)
}

/** Unread bytes above which a reader that takes nothing is disconnected. */
const MAX_UNREAD_BYTES = 16 * 1024

/** An open answer with server-sent events. */
export interface EventStream {
  /** Sends one event; `data` must have no line break. */
  send(data: string): void
  end(): void
  /** Calls `listener` once, whichever side ended the stream. */
  onEnd(listener: () => void): void
}

/** Answers with a stream that no proxy may buffer, compress or store. */
export function openEventStream(res: Response): EventStream {
  res.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    // Makes nginx pass each event on at once.
    'X-Accel-Buffering': 'no',
  })
  res.flushHeaders()
  return {
    send(data) {
      if (res.writableLength > MAX_UNREAD_BYTES) res.destroy()
      else res.write(`data: ${data}\n\n`)
    },
    end: () => res.end(),
    onEnd(listener) {
      // The reader may have left before the stream was opened, while the session was looked up.
      if (res.destroyed) listener()
      else res.once('close', listener)
    },
  }
}
