import type { Response } from 'express'

/** Answers with a file to be kept under a name; the name is one of ours and needs no escaping. */
export function sendCsv(res: Response, name: string, text: string): void {
  res.set('Content-Type', 'text/csv; charset=utf-8')
  res.set('Content-Disposition', `attachment; filename="${name}"`)
  res.send(text)
}
