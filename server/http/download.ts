import { once } from 'node:events'
import { setImmediate as others } from 'node:timers/promises'
import type { Response } from 'express'

/** Answers with a file to be kept under a name; the name is one of ours and needs no escaping. */
export function sendCsv(res: Response, name: string, text: string): void {
  begin(res, name)
  res.send(text)
}

/** As `sendCsv`, part by part: between two of them others have their turn, and a slow reader is waited for. */
export async function sendCsvParts(
  res: Response,
  name: string,
  parts: Iterable<string>,
): Promise<void> {
  begin(res, name)
  for (const part of parts) {
    if (res.destroyed) return
    if (!res.write(part)) await Promise.race([once(res, 'drain'), once(res, 'close')])
    await others()
  }
  res.end()
}

function begin(res: Response, name: string): void {
  res.set('Content-Type', 'text/csv; charset=utf-8')
  res.set('Content-Disposition', `attachment; filename="${name}"`)
}
