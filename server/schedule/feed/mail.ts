import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import { details, type MailContent, text } from '#server/mail/content.ts'
import { instantIn } from '#server/mail/meeting.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { readSchedule } from '#server/schedule/store.ts'
import { type FeedFault, feedFaultWords } from '#shared/schedule/calendar-state.ts'
import { readFeedRow } from './store.ts'

/** A server that was only restarted is back by then, and nobody is troubled. */
const PATIENCE = 5 * 60_000

const About = v.object({ since: v.number() })

interface MailParts {
  db: Database
  mails: MailQueue
  clock: Clock
  /** Where the owner reads. */
  owner: string
}

/** Teaches the mail queue to tell the owner of an outage; what it returns asks for that, once for each. */
export function outageMails({ db, mails, clock, owner }: MailParts) {
  mails.on({
    kind: 'calendar-outage',
    data: About,
    render: async ({ since }) => {
      const { failure, failing_since, synced_at } = readFeedRow(db.read)
      if (failure === null || failing_since !== since) return undefined
      const { timeZone } = readSchedule(db.read)
      const at = (instant: number | null) => (instant ? instantIn(instant, timeZone) : 'Never')
      const rows = { since: at(since), last: at(synced_at) }
      return { to: { name: '', address: owner }, content: outageMail(failure, rows) }
    },
  })
  return (tx: Tx, since: number) => {
    mails.add(tx, {
      kind: 'calendar-outage',
      once: String(since),
      bookingId: null,
      data: { since },
      runAt: clock() + PATIENCE,
    })
  }
}

function outageMail(
  fault: FeedFault,
  { since, last }: { since: string; last: string },
): MailContent {
  return {
    subject: 'Your calendar cannot be read',
    preview: 'New bookings wait for you until it can.',
    title: 'Your calendar cannot be read',
    blocks: [
      text(
        'Until it can be read again, new bookings come to you as requests: nothing is confirmed, and nobody pays, before you accept.',
      ),
      details([
        { label: 'Since', lines: [since] },
        { label: 'Last read', lines: [last] },
        { label: 'Reason', lines: [feedFaultWords[fault]] },
      ]),
      text('We go on trying. The address can be changed under Settings, Calendar Settings.'),
    ],
    reason: 'You get this mail because the calendar of this site is yours.',
    demo: false,
  }
}
