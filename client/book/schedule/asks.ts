import { keyOf, SCHEDULE } from '#client/book/edits/edits.ts'
import type { OwnerDatabase } from '#client/book/store/database.ts'
import { asShown, undecided, waitingFor } from '#client/book/store/row.ts'
import { SCHEDULE_ANSWER, type ScheduleAnswer } from '#client/book/sync/push.ts'
import type { RecordData } from '#shared/sync/records.ts'

/** What the schedule asks, as far as that is plain, or unpublished work that may meet another version. */
export type ScheduleHere = boolean | RecordData

/** What this device knows of the schedule; to be asked within a transaction on what it reads. */
export async function scheduleHere(db: OwnerDatabase): Promise<ScheduleHere> {
  const key = keyOf(SCHEDULE)
  const [row, waiting] = [await db.rows.get(key), await waitingFor(db, key)]
  // The server has the word first on what waits to be published.
  if (waiting.some(({ intent }) => intent.op === 'publish')) return false
  if (row && undecided(row, waiting).length > 0) return true
  const answer = (await db.drafts.get(SCHEDULE_ANSWER))?.data as ScheduleAnswer | undefined
  if (answer?.status === 'conflict') return true
  const work = row ? asShown(row).data : {}
  return Object.values(work).some((draft) => draft !== null) && work
}

/** Whether the owner has to choose between two versions of the schedule; to be asked outside of transactions. */
export async function scheduleAsks(db: OwnerDatabase, here: ScheduleHere): Promise<boolean> {
  if (typeof here === 'boolean') return here
  // Apart, since few have such work: what reads a schedule weighs as much as a tenth of the book.
  const { meetsServer } = await import('./meets.ts')
  return meetsServer(db, here)
}
