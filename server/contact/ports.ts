import type { Database, Tx } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { MailQueue } from '#server/mail/queue.ts'

export interface ContactParts {
  db: Database
  jobs: JobQueue
  mails: MailQueue
  clock: Clock
  newId: NewId
  /** Signs the links. */
  keys: Keys
  /** The site's address, without a trailing slash. */
  siteUrl: string
  /** Where the owner reads. */
  owner: string
  /** Whether mail leaves for its readers; where not, no answer promises any. */
  mailGoes: boolean
  /** A stored form by its number; undefined once it is erased. */
  readSubmission(
    tx: Tx,
    id: number,
  ): { fields: Record<string, string>; createdAt: number } | undefined
}
