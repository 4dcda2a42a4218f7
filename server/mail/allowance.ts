import type { Tx } from '#server/db/database.ts'
import { mailboxOf } from '#server/lib/sender-identity.ts'
import {
  countMailsTo,
  insertConfirmedMailbox,
  insertCounted,
  isConfirmedMailbox,
  isCounted,
} from './store.ts'

/** Mails in a day to a mailbox that may belong to anybody: anybody can type anybody's address. */
const MOST_A_DAY = 12
const DAY = 86_400_000

interface Sending {
  jobId: number
  address: string
  /** It goes in any case, and is counted all the same. */
  always: boolean
  now: number
}

/** Counts a mail before it is sent; false when it must be withheld. A retry is not counted again. */
export function allowMail(tx: Tx, { jobId, address, always, now }: Sending): boolean {
  const mailbox = mailboxOf(address)
  if (isCounted(tx, jobId) || isConfirmedMailbox(tx, mailbox, address)) return true
  const since = now - DAY
  if (!always && countMailsTo(tx, mailbox, since) >= MOST_A_DAY) return false
  insertCounted(tx, { job_id: jobId, mailbox, at: now }, since)
  return true
}

/** Somebody opened a link that only stood in a mail to this address. */
export function confirmMailbox(tx: Tx, address: string, now: number): void {
  insertConfirmedMailbox(tx, mailboxOf(address), now)
}
