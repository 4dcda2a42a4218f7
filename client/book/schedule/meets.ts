import { safeParse } from 'valibot'
import type { OwnerDatabase } from '#client/book/store/database.ts'
import { contentOf, getScheduleSettings } from '#shared/schedule/desk-api.ts'
import { draftsIn, isMet, isSaid, namesOf } from '#shared/schedule/drafts.ts'
import type { RecordData } from '#shared/sync/records.ts'

/** Whether unpublished work meets another version in the schedule that the server had when it was last asked. */
export async function meetsServer(db: OwnerDatabase, work: Readonly<RecordData>): Promise<boolean> {
  const drafts = draftsIn(work)
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
