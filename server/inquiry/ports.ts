import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import type { NewsletterVersion } from '#shared/contact/newsletter.ts'

export interface InquiryParts {
  db: Database
  mails: MailQueue
  clock: Clock
  /** Where the owner reads. */
  owner: string
  /** Whether mail leaves for its readers; where not, no answer promises any. */
  mailGoes: boolean
  /** A stored form by its number; undefined once it is erased. */
  readSubmission(
    tx: Tx,
    id: number,
  ): { fields: Record<string, string>; createdAt: number } | undefined
  /** Takes a tick of the newsletter box. */
  askNewsletter(
    tx: Tx,
    tick: { email: string; version: NewsletterVersion; source: 'inquiry' },
  ): void
}
