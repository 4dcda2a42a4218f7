import type { NewsletterVersion } from '../../shared/contact/newsletter.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { MailQueue } from '../mail/queue.ts'

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
