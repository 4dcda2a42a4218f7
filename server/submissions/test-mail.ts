import * as v from 'valibot'
import { answer, type Declined, type HttpResult } from '#server/http/answer.ts'
import type { Account } from '#server/http/caller.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import { oneLine } from '#server/mail/clean.ts'
import { type MailContent, text } from '#server/mail/content.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { isoTime } from '#shared/lib/date.ts'
import { business } from '#shared/site/business.ts'
import { sendNotification } from '#shared/submissions/api.ts'

const MOST = 5
/** The time in which at most `MOST` test mails are sent, milliseconds. */
const SPAN = 10 * 60_000
const LONGEST_REASON = 200

const To = v.object({ to: v.string() })

interface TestMailParts {
  mails: MailQueue
  clock: Clock
  newId: NewId
}

type Sent = v.InferOutput<typeof sendNotification.output>

/** Sends the owner a test mail through the real mail service, and reports whether it was sent. */
export class TestMails {
  private readonly sentAt: number[] = []

  constructor(private readonly parts: TestMailParts) {
    parts.mails.on({
      kind: 'test',
      data: To,
      render: async ({ to }) => ({
        to: { name: '', address: to },
        content: testContent,
        always: true,
      }),
    })
  }

  async send(email: string, account: Account | undefined): Promise<HttpResult<Sent>> {
    const own = account?.email
    if (!own || normalizeEmail(email) !== own.toLowerCase())
      return refused(403, 'address', 'It can only be sent to your own address.')
    if (!this.mayGo()) return refused(429, 'rate', 'Please wait a few minutes between tests.')
    const { mails, clock, newId } = this.parts
    const request = { kind: 'test', once: newId(), bookingId: null, data: { to: own } }
    const trouble = await mails.sendNow(request)
    if (trouble !== undefined) return refused(502, 'not_sent', reasonOf(trouble))
    const sentAt = isoTime(clock())
    const message = 'Test email sent successfully!' as const
    return answer({ message, email: own, delivers: mails.delivers, sentAt })
  }

  /** Whether one more mail is within the limit; if so, counts it. */
  private mayGo(): boolean {
    const now = this.parts.clock()
    while (this.sentAt[0] !== undefined && this.sentAt[0] <= now - SPAN) this.sentAt.shift()
    if (this.sentAt.length >= MOST) return false
    this.sentAt.push(now)
    return true
  }
}

function reasonOf(trouble: string): string {
  return `The mail service did not accept it: ${oneLine(trouble).slice(0, LONGEST_REASON)}`
}

function refused(status: number, code: string, reason: string): Declined {
  const { failure: error } = sendNotification
  return { ok: false, status, refusal: { code, error, fields: { email: reason } } }
}

const testContent: MailContent = {
  subject: `Test email of ${business.name}`,
  preview: 'Email from your site reaches you.',
  title: 'Email reaches you.',
  blocks: [text('You asked for this from the Forms page of your desk. There is nothing to do.')],
  reason: 'You received this email because you pressed Test Email.',
}
