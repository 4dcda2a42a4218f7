import type { Response } from 'express'
import type { ChangesPage } from '#shared/desk/changes.ts'
import { sendRefusal } from './functions.ts'
import { sendPacked } from './packed.ts'

/** Answers with a page of changes, or that the device has to fetch everything anew. */
export function sendChanges(
  res: Response,
  page: ChangesPage<unknown> | undefined,
  error: string,
): Promise<void> | void {
  if (page) return sendPacked(res.req, res, JSON.stringify(page))
  sendRefusal(res, 410, { code: 'epoch', error })
}
