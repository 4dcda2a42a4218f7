import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as others } from 'node:timers/promises'
import type { Response } from 'express'

/** Answers with a file to be kept under a name; the name is one of ours and needs no escaping. */
export function sendCsv(res: Response, name: string, text: string): void {
  begin(res, name)
  res.send(text)
}

/**
 * As `sendCsv`, part by part: between two of them others have their turn, and a slow reader is waited
 * for. Whoever leaves early ends it; a part that fails breaks the answer off, so that it is not whole.
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
