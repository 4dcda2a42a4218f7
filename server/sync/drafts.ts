import type { Tx } from '#server/db/database.ts'
import { publishedFields } from '#shared/schedule/drafts.ts'
import type { ScheduleContent } from '#shared/schedule/merge.ts'
import { writeRecord } from './records.ts'
import { findRecord } from './store.ts'

/** Takes what was published out of the work that waits to be, so that every device hears of it. */
export function clearDrafts(tx: Tx, content: ScheduleContent, now: number): void {
  const found = findRecord(tx, 'schedule', 'weekly')?.record
  if (!found || found.deleted) return
  const done = publishedFields(found.data, content)
  const conflicts = found.conflicts.filter(
    ({ field, value }) => publishedFields({ [field]: value }, content).length === 0,
  )
  if (done.length === 0 && conflicts.length === found.conflicts.length) return
  const rev = found.rev + 1
  const data = { ...found.data }
  const revs = { ...found.revs }
  for (const field of done) {
    data[field] = null
    revs[field] = [rev, '', new Date(now).toISOString()]
  }
  writeRecord(tx, { ...found, rev, data, revs, conflicts, updatedAt: now })
}
