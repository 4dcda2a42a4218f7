import * as v from 'valibot'
import { answer, type HttpRefusal, type HttpResult } from '#server/http/http-result.ts'
import type { Account } from '#server/http/request-context.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import { type MailContent, textBlock } from '#server/mail/content.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { toSingleLine } from '#server/mail/typed-text.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { sendTestEmail } from '#shared/submissions/api.ts'

const MAX_PER_WINDOW = 5
/** The time in which at most `MAX_PER_WINDOW` test mails are sent, milliseconds. */
const WINDOW = 10 * 60_000
const MAX_REASON_LENGTH = 200

const TestMailData = v.object({ to: v.string() })

interface TestMailParts {
  mails: MailQueue
  clock: Clock
  newId: NewId
}

type TestMailOutput = v.InferOutput<typeof sendTestEmail.output>

/** Sends the owner a test mail through the real mail service, and reports whether it was sent. */
export class TestMails {
  private readonly sentAt: number[] = []

  constructor(private readonly parts: TestMailParts) {
    parts.mails.on({
      kind: 'test',
      data: TestMailData,
      render: async ({ to }) => ({
        to: { name: '', address: to },
        content: createTestContent(),
        bypassesLimit: true,
      }),
    })
  }

  async send(email: string, account: Account | undefined): Promise<HttpResult<TestMailOutput>> {
    const own = account?.email
    if (!own || normalizeEmail(email) !== own.toLowerCase())
      return refuseTestMail(403, 'address', 'It can only be sent to your own address.')
    if (!this.consumeAllowance())
      return refuseTestMail(429, 'rate', 'Please wait a few minutes between tests.')
    const { mails, clock, newId } = this.parts
    const request = { kind: 'test', dedupeKey: newId(), bookingId: null, data: { to: own } }
    const failure = await mails.sendNow(request)
    if (failure !== undefined) return refuseTestMail(502, 'not_sent', formatReason(failure))
    const sentAt = toIsoTime(clock())
    const message = 'Test email sent successfully!' as const
    return answer({ message, email: own, isDelivered: mails.isDelivering, sentAt })
  }

  /** Whether one more mail is within the limit; if so, counts it. */
  private consumeAllowance(): boolean {
    const now = this.parts.clock()
    while (this.sentAt[0] !== undefined && this.sentAt[0] <= now - WINDOW) this.sentAt.shift()
    if (this.sentAt.length >= MAX_PER_WINDOW) return false
    this.sentAt.push(now)
    return true
  }
}

function formatReason(failure: string): string {
  return `The mail service did not accept it: ${toSingleLine(failure).slice(0, MAX_REASON_LENGTH)}`
}

function refuseTestMail(status: number, code: string, reason: string): HttpRefusal {
  const { failure: error } = sendTestEmail
  return { ok: false, status, refusal: { code, error, fields: { email: reason } } }
}

const createTestContent = (): MailContent => ({
  subject: `Test email of ${getBusiness().name}`,
  preview: 'Email from your site reaches you.',
  title: 'Email reaches you.',
  blocks: [
    textBlock('You asked for this from the Forms page of your desk. There is nothing to do.'),
  ],
  reason: 'You received this email because you pressed Test Email.',
})
