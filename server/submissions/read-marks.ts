import type { Database } from '#server/db/database.ts'
import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import type { Clock } from '#server/lib/clock.ts'
import { markForm } from '#shared/submissions/api.ts'
import { deleteRead, insertRead, isStored } from './store.ts'

interface ReadMark {
  id: number
  read: boolean
}

/** Notes that the owner has read a submission, or means to read it again. */
export function markRead(
  { db, clock }: { db: Database; clock: Clock },
  { id, read }: ReadMark,
): Promise<HttpResult<ReadMark>> {
  return db.write((tx) => {
    if (!isStored(tx, id)) return decline(404, 'not_found', markForm.failure)
    if (read) insertRead(tx, id, clock())
    else deleteRead(tx, id)
    return answer({ id, read })
  })
}
