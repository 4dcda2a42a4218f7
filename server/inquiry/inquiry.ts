import * as v from 'valibot'
import type { Tx } from '#server/db/database.ts'
import type { HttpResult } from '#server/http/answer.ts'
import type { FormAnswer } from '#server/http/form-answer.ts'
import { headerName, manyLines, oneLine } from '#server/mail/clean.ts'
import { type Block, details, type MailContent, text } from '#server/mail/content.ts'
import { inquirySheet, type SheetChapter } from '#shared/inquiry/sheet.ts'
import type { InquiryParts } from './ports.ts'
import { prepareInquiry } from './request.ts'

export interface Inquiries {
  /** For `Submissions.on('inquiry', …)`. */
  prepare(fields: Record<string, string>): HttpResult<(tx: Tx) => FormAnswer>
}

/** The long form: what is done with its posts, and its mail. */
export function createInquiries(parts: InquiryParts): Inquiries {
  registerInquiryMails(parts)
  return { prepare: (fields) => prepareInquiry(fields, parts) }
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
    demo: false,
  }
}

/** Only what was answered. */
function chapterBlocks({ title, rows }: SheetChapter): Block[] {
  const answered = rows
    .map(({ label, value }) => ({ label, lines: manyLines(value).split('\n') }))
    .filter(({ lines }) => lines[0] !== '')
  return answered.length > 0 ? [text(title), details(answered)] : []
}
