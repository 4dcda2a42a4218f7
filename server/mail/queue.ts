import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import { findJobByDedupeKey } from '#server/jobs/store.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fingerprint } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/log.ts'
import { normalizeMailbox } from '#server/lib/sender-identity.ts'
import { withTimeout } from '#server/lib/timing.ts'
import { type Address, getDomain } from './address.ts'
import type { MailContent } from './content.ts'
import { renderHtml, renderText } from './renderer.ts'
import {
  countMailsToMailbox,
  insertCountedMail,
  insertMail,
  isConfirmedMailbox,
  wasCounted,
  wasSent,
} from './store.ts'
import type { CalendarPart, MailTransport, OutgoingMail } from './transport.ts'
import { toHeaderName, toSingleLine } from './typed-text.ts'

/** Longest time that a request waits for a mail to be sent, ms; the browser gives up after 30 s. */
const SEND_TIMEOUT = 20_000

const TIMEOUT_TEXT = 'It did not answer in time'

const MailJobPayload = v.object({
  mail: v.string(),
  once: v.string(),
  bookingId: v.nullable(v.string()),
  data: v.unknown(),
})

interface MailRequest {
  kind: string
  /** Deduplicates requests: two of one kind with the same key are one mail. */
  dedupeKey: string
  /** The booking that the mail is about; stored with the sent mail. */
  bookingId: string | null
  /** Input of the renderer, such as ids by which it reads the rest when the mail is sent. */
  data: unknown
  /** When to send, UTC milliseconds; now if absent. */
  runAt?: number
}

export interface RenderedMail {
  to: Address
  /** Where answers to the business go if absent. */
  replyTo?: Address | undefined
  content: MailContent
  calendar?: CalendarPart | undefined
  /** Further header fields. */
  headers?: Record<string, string>
  /** Sent even if an unconfirmed mailbox has reached its daily limit. */
  bypassesLimit?: boolean
  /** Runs in the transaction that withholds the mail. */
  onWithheld?: ((tx: Tx) => Promise<void>) | undefined
  /** Runs in the transaction that records the mail as sent. */
  onSent?: ((tx: Tx) => Promise<void>) | undefined
}

interface MailKind<Data> {
  kind: string
  data: v.GenericSchema<unknown, Data>
  /** Renders the mail from the data at the time of sending; undefined if it is no longer needed. */
  render(data: Data): Promise<RenderedMail | undefined>
}

interface SentMail {
  mail: OutgoingMail
  onSent: RenderedMail['onSent']
}

type Renderer = (data: unknown) => Promise<RenderedMail | undefined>

interface MailQueueParts {
  db: Database
  jobs: JobQueue
  transport: MailTransport
  sender: Address
  /** Where answers go; undefined if the business has no address. */
  replyTo: Address | undefined
  /** The owner's address, which has no daily limit; undefined switches the limit off for all. */
  unlimitedAddress?: string | undefined
  clock: Clock
  log: Logger
  /** Replaces `SEND_TIMEOUT`, ms. For tests only. */
  sendTimeout?: number
}

/**
 * The mail queue. `add` queues a mail as a job in the caller's transaction; the job renders the
 * mail and sends it after the commit, with retry.
 */
export class MailQueue {
  private readonly renderers = new Map<string, Renderer>()
  /**
   * By job id: mails that were sent but are not recorded in the database yet. A retry then only
   * records the mail and does not send it again.
   */
  private readonly unrecorded = new Map<number, SentMail>()

  constructor(private readonly parts: MailQueueParts) {
    parts.jobs.on('mail', (payload, job) => this.send(v.parse(MailJobPayload, payload), job.id))
  }

  on<Data>({ kind, data: schema, render }: MailKind<Data>): void {
    if (this.renderers.has(kind))
      throw new Error(`A renderer for mails of kind ${kind} is already registered`)
    this.renderers.set(kind, (data) => render(v.parse(schema, data)))
  }

  /** Queues a mail inside the caller's transaction, unless it was queued before. */
  async add(tx: Tx, request: MailRequest): Promise<void> {
    const { kind, dedupeKey, bookingId, data, runAt } = request
    await this.parts.jobs.add(tx, {
      kind: 'mail',
      dedupeKey: toDedupeKey(request),
      payload: { mail: kind, once: dedupeKey, bookingId, data },
      runAt: runAt ?? this.parts.clock(),
    })
  }

  /** The `data` of a queued mail; undefined if it was never queued, is sent or has failed. */
  async findQueued(tx: Tx, mail: Pick<MailRequest, 'kind' | 'dedupeKey'>): Promise<unknown> {
    const job = await findJobByDedupeKey(tx, toDedupeKey(mail))
    return job?.state === 'waiting'
      ? v.parse(MailJobPayload, JSON.parse(job.payload)).data
      : undefined
  }

  /**
   * Sends a mail at once, with one attempt and no retry, for a person who waits for the result.
   * Returns the error, or undefined if the mail was sent.
   */
  async sendNow(request: MailRequest): Promise<string | undefined> {
    await this.parts.db.write((tx) => this.add(tx, request))
    return withTimeout(
      this.sendTimeout,
      this.parts.jobs.runOnce(toDedupeKey(request)),
      () => TIMEOUT_TEXT,
    )
  }

  /** Tries a failed mail again at once; undefined if there is no such mail job. */
  retry(jobId: number): Promise<{ error: string | undefined } | undefined> {
    return withTimeout(this.sendTimeout, this.parts.jobs.retry(jobId, 'mail'), () => ({
      error: TIMEOUT_TEXT,
    }))
  }

  private get sendTimeout(): number {
    return this.parts.sendTimeout ?? SEND_TIMEOUT
  }

  /** Whether mail leaves this machine, or is only written to files. */
  get isDelivering(): boolean {
    return this.parts.transport.isDelivering
  }

  private async send(request: v.InferOutput<typeof MailJobPayload>, jobId: number): Promise<void> {
    const { db, clock } = this.parts
    if (await wasSent(db.read, jobId)) return
    const sent = this.unrecorded.get(jobId) ?? (await this.deliver(request, jobId))
    if (!sent) return
    this.unrecorded.set(jobId, sent)
    const { mail, onSent } = sent
    await db.write(async (tx) => {
      await insertMail(tx, {
        id: mail.id,
        job_id: jobId,
        kind: mail.kind,
        booking_id: request.bookingId,
        recipient: mail.to.address,
        subject: mail.subject,
        sent_at: clock(),
        delivered: this.isDelivering ? 1 : 0,
      })
      await onSent?.(tx)
    })
    this.unrecorded.delete(jobId)
  }

  /** Renders and sends a mail; undefined if it is no longer needed or is withheld. */
  private async deliver(
    request: v.InferOutput<typeof MailJobPayload>,
    jobId: number,
  ): Promise<SentMail | undefined> {
    const { transport, log } = this.parts
    const { mail: kind, once, data } = request
    const render = this.renderers.get(kind)
    if (!render) throw new Error(`No renderer is registered for mails of kind ${kind}`)
    const rendered = await render(data)
    if (!rendered) {
      log.info({ job: jobId, kind }, 'mail not sent: it is no longer needed')
      return undefined
    }
    if (!(await this.checkLimit(rendered, jobId))) {
      log.warn({ job: jobId, kind }, 'mail not sent: its mailbox has reached the daily limit')
      return undefined
    }
    const mail = this.toOutgoingMail(rendered, { kind, jobId, once })
    await transport.send(mail)
    return { mail, onSent: rendered.onSent }
  }

  private async checkLimit(rendered: RenderedMail, jobId: number): Promise<boolean> {
    const { db, unlimitedAddress: owner, clock } = this.parts
    const { to, bypassesLimit = false, onWithheld } = rendered
    if (owner === undefined || to.address === owner) return true
    return db.write(async (tx) => {
      const allowed = await countAgainstLimit(tx, {
        jobId,
        address: to.address,
        bypassesLimit,
        now: clock(),
      })
      if (!allowed) await onWithheld?.(tx)
      return allowed
    })
  }

  private toOutgoingMail(
    { to, replyTo, content, calendar, headers = {} }: RenderedMail,
    { kind, jobId, once }: { kind: string; jobId: number; once: string },
  ): OutgoingMail {
    const answers = replyTo ?? this.parts.replyTo
    const unique = fingerprint(`${jobId}:${kind}:${once}`).slice(0, 24)
    return {
      id: `${String(jobId).padStart(6, '0')}-${kind}`,
      jobId,
      kind,
      messageId: `<${jobId}.${unique}@${getDomain(this.parts.sender.address)}>`,
      to: cleanAddress(to),
      replyTo: answers && cleanAddress(answers),
      subject: toSingleLine(content.subject),
      text: renderText(content),
      html: renderHtml(content),
      calendar,
      headers,
      date: this.parts.clock(),
    }
  }
}

/**
 * Most mails in 24 hours to a mailbox that nobody has confirmed: a visitor can enter any address,
 * including a stranger's.
 */
const MAX_PER_DAY = 12
const DAY = 86_400_000

interface MailAttempt {
  jobId: number
  address: string
  /** Sent even above the limit; counted towards it in any case. */
  bypassesLimit: boolean
  now: number
}

/** Counts a mail before it is sent; false if it must be withheld. A retry is not counted again. */
async function countAgainstLimit(
  tx: Tx,
  { jobId, address, bypassesLimit, now }: MailAttempt,
): Promise<boolean> {
  const mailbox = normalizeMailbox(address)
  if ((await wasCounted(tx, jobId)) || (await isConfirmedMailbox(tx, mailbox, address))) return true
  const since = now - DAY
  if (!bypassesLimit && (await countMailsToMailbox(tx, mailbox, since)) >= MAX_PER_DAY) return false
  await insertCountedMail(tx, { job_id: jobId, mailbox, at: now }, since)
  return true
}

function toDedupeKey({ kind, dedupeKey }: Pick<MailRequest, 'kind' | 'dedupeKey'>): string {
  return `mail:${kind}:${dedupeKey}`
}

function cleanAddress({ name, address }: Address): Address {
  return { name: toHeaderName(name) ?? '', address }
}
