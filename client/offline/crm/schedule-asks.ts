import { safeParse } from 'valibot'
import { contentOf, getScheduleSettings } from '../../../shared/schedule/desk-api.ts'
import { draftsIn, isMet, isSaid, namesOf } from '../../../shared/schedule/drafts.ts'
import type { OwnerDatabase } from './database.ts'
import { keyOf, SCHEDULE } from './edits.ts'
import { SCHEDULE_ANSWER, type ScheduleAnswer } from './push.ts'
import { asShown, undecided } from './shown.ts'
import { waitingFor } from './waiting.ts'

/**
 * Whether the owner has to choose between two versions of the schedule, as far as this device knows; to be
 * asked within a transaction on what it reads.
 */
export async function scheduleAsks(db: OwnerDatabase): Promise<boolean> {
  const key = keyOf(SCHEDULE)
  const [row, waiting] = [await db.rows.get(key), await waitingFor(db, key)]
  // The server has the word first on what waits to be published.
  if (waiting.some(({ intent }) => intent.op === 'publish')) return false
  if (row && undecided(row, waiting).length > 0) return true
  const answer = (await db.drafts.get(SCHEDULE_ANSWER))?.data as ScheduleAnswer | undefined
  if (answer?.status === 'conflict') return true
  return row !== undefined && meetsServer(db, asShown(row).data)
}

/** Whether unpublished work meets another version in the schedule that the server had when it was last asked. */
async function meetsServer(
  db: OwnerDatabase,
  data: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const drafts = draftsIn(data)
  if (namesOf(drafts).length === 0) return false
  const copy = await db.copies.get(getScheduleSettings.path)
  const parsed = safeParse(getScheduleSettings.output, copy?.data)
  if (!parsed.success) return false
  const server = { content: contentOf(parsed.output), epoch: parsed.output.epoch }
  return namesOf(drafts).some(
    (part) =>
      !isSaid(server.content, part, drafts[part]?.value ?? null) &&
      isMet(drafts[part], part, server),
  )
}
