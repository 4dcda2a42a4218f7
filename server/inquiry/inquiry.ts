import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import type { FormHandler, ReadSubmission } from '#server/http/answer.ts'
import type { Clock } from '#server/lib/clock.ts'
import { headerName, manyLines, oneLine } from '#server/mail/clean.ts'
import { type Block, details, type MailContent, text } from '#server/mail/content.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import type { NewsletterVersion } from '#shared/contact/schema.ts'
import { sentFields } from '#shared/inquiry/fields.ts'
import { readInquiry } from '#shared/inquiry/schema.ts'
import { inquirySheet, type SheetChapter } from '#shared/inquiry/sheet.ts'
import { addDays } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'

/** Where a form without script goes once its answers are stored. */
export const INQUIRY_RECEIVED = '/inquiry-form/received'

interface InquiryParts {
  db: Database
  mails: MailQueue
  clock: Clock
  /** Where the owner reads. */
  owner: string
  /** Whether mail leaves for its readers; where not, no answer promises any. */
  mailGoes: boolean
  readSubmission: ReadSubmission
  /** Takes a tick of the newsletter box. */
  askNewsletter(
    tx: Tx,
    tick: { email: string; version: NewsletterVersion; source: 'inquiry' },
  ): void
}

/** Reads an inquiry by the rules that the form itself follows, and tells the owner of each. */
export function inquiryForm(parts: InquiryParts): FormHandler {
  registerInquiryMails(parts)
  return (typed) => {
    const fields = sentFields(typed)
    // In the furthest west it is still the day before.
    const today = addDays(wallOf(parts.clock(), 'UTC').date, -1)
    const read = readInquiry(fields, today)
    if (!read.ok) return { ok: false, status: 422, refusal: read.refusal }
    const { email, newsletter: ticked, newsletter_text: version } = read.value
    const promise = ticked && parts.mailGoes ? { newsletter: 'confirm' } : {}
    return {
      ok: true,
      value: () => ({
        status: 201,
        body: { status: 'received', ...promise },
        accepted: true,
        final: true,
        location: INQUIRY_RECEIVED,
        fields,
        onStored: (tx, submission) => {
          const once = String(submission)
          parts.mails.add(tx, { kind: 'inquiry', once, bookingId: null, data: { submission } })
          if (ticked) parts.askNewsletter(tx, { email, version, source: 'inquiry' })
        },
      }),
    }
  }
}

const About = v.object({ submission: v.number() })

/** Teaches the mail queue to tell the owner of an inquiry, ready to be replied to. */
function registerInquiryMails({ db, mails, owner, readSubmission }: InquiryParts): void {
  mails.on({
    kind: 'inquiry',
    data: About,
    render: async ({ submission }) => {
      const stored = readSubmission(db.read, submission)
      if (!stored) return undefined
      const { fields } = stored
      const name = oneLine(`${fields.first_name} ${fields.last_name}`)
      return {
        to: { name: '', address: owner },
        replyTo: { name, address: fields.email ?? '' },
        content: inquiryMail(name, inquirySheet(fields)),
      }
    },
  })
}

function inquiryMail(name: string, sheet: SheetChapter[]): MailContent {
  return {
    subject: `Travel enquiry from ${headerName(name) || 'a visitor'}`,
    preview: `The long form, filled in by ${name}`,
    title: 'A travel enquiry',
    blocks: [text('Reply to this mail to write back.'), ...sheet.flatMap(chapterBlocks)],
    reason: 'You get this mail because enquiries of this site are sent to this address.',
  }
}

/** Only what was answered. */
function chapterBlocks({ title, rows }: SheetChapter): Block[] {
  const answered = rows
    .map(({ label, value }) => ({ label, lines: manyLines(value).split('\n') }))
    .filter(({ lines }) => lines[0] !== '')
  return answered.length > 0 ? [text(title), details(answered)] : []
}
