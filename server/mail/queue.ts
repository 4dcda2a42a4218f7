import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import { jobOf } from '#server/jobs/store.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fingerprint } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/log.ts'
import { mailboxOf } from '#server/lib/sender-identity.ts'
import { inTime } from '#server/lib/timing.ts'
import { business } from '#shared/site/business.ts'
import { type Address, domainOf } from './address.ts'
import { headerName, oneLine } from './clean.ts'
import type { MailContent } from './content.ts'
import { renderHtml, renderText } from './render.ts'
import {
  countMailsTo,
  insertCounted,
  insertMail,
  isConfirmedMailbox,
  isCounted,
  isSent,
} from './store.ts'
import type { CalendarPart, MailTransport, OutgoingMail } from './transport.ts'

/** A person waits this long, milliseconds; their browser gives up after 30 s. */
const PATIENCE = 20_000

const TOO_SLOW = 'It did not answer in time'

const Request = v.object({
  mail: v.string(),
  once: v.string(),
  bookingId: v.nullable(v.string()),
  data: v.unknown(),
})

interface MailRequest {
  kind: string
  /** Two requests of one kind with the same text are one mail. */
  once: string
  /** The booking it is about, for the record. */
  bookingId: string | null
  /** What the renderer needs to look the rest up: ids and numbers. */
  data: unknown
  /** UTC milliseconds; now, where absent. */
  runAt?: number
}

export interface RenderedMail {
  to: Address
  /** The business's own address, where absent. */
  replyTo?: Address | undefined
  content: MailContent
  calendar?: CalendarPart | undefined
  /** Further header fields. */
  headers?: Record<string, string>
  /** Sent even where an unconfirmed mailbox has had its mails of the day. */
  always?: boolean
  /** Runs in the transaction that withholds it. */
  onWithheld?: ((tx: Tx) => void) | undefined
  /** Runs in the transaction that records the sending. */
  onSent?: ((tx: Tx) => void) | undefined
}

interface MailKind<Data> {
  kind: string
  data: v.GenericSchema<unknown, Data>
  /** Writes the mail from what is true now; undefined when it is not needed any more. */
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
  /** Where the owner reads; undefined where mails to strangers are not limited. */
  limitedBut?: string | undefined
  clock: Clock
  log: Logger
  /** For somebody who waits, milliseconds; for tests. */
  patience?: number
}

/** Messages waiting to be sent: queued in a transaction, rendered when they are sent. */
export class MailQueue {
  private readonly renderers = new Map<string, Renderer>()
  /** Mails sent while the database could not record it, by job, so that none is sent twice. */
  private readonly unrecorded = new Map<number, SentMail>()

  constructor(private readonly parts: MailQueueParts) {
    parts.jobs.on('mail', (payload, job) => this.send(v.parse(Request, payload), job.id))
  }

  on<Data>({ kind, data: schema, render }: MailKind<Data>): void {
    if (this.renderers.has(kind)) throw new Error(`Two renderers for mails of kind ${kind}`)
    this.renderers.set(kind, (data) => render(v.parse(schema, data)))
  }

  /** Queues a mail inside the caller's transaction; false when it was asked for before. */
  add(tx: Tx, request: MailRequest): boolean {
    const { kind, once, bookingId, data, runAt } = request
    return this.parts.jobs.add(tx, {
      kind: 'mail',
      dedupe: dedupeOf(request),
      payload: { mail: kind, once, bookingId, data },
      runAt: runAt ?? this.parts.clock(),
    })
  }

  /** The data of a mail that is queued and not sent yet. */
  waiting(tx: Tx, mail: Pick<MailRequest, 'kind' | 'once'>): unknown {
    const job = jobOf(tx, dedupeOf(mail))
    return job?.state === 'waiting' ? v.parse(Request, JSON.parse(job.payload)).data : undefined
  }

  /** Sends a mail at once, in one try, for someone who waits for it; answers with what went wrong. */
  async sendNow(request: MailRequest): Promise<string | undefined> {
    await this.parts.db.write((tx) => this.add(tx, request))
    return inTime(this.patience, this.parts.jobs.attempt(dedupeOf(request)), () => TOO_SLOW)
  }

  /** Tries one that did not go; undefined where there is none, else what went wrong. */
  sendAgain(jobId: number): Promise<{ error: string | undefined } | undefined> {
    return inTime(this.patience, this.parts.jobs.again(jobId, 'mail'), () => ({ error: TOO_SLOW }))
  }

  private get patience(): number {
    return this.parts.patience ?? PATIENCE
  }

  /** Whether mail leaves this machine. */
  get delivers(): boolean {
    return this.parts.transport.delivers
  }

  private async send(request: v.InferOutput<typeof Request>, jobId: number): Promise<void> {
    const { db, clock } = this.parts
    if (isSent(db.read, jobId)) return
    const sent = this.unrecorded.get(jobId) ?? (await this.deliver(request, jobId))
    if (!sent) return
    this.unrecorded.set(jobId, sent)
    const { mail, onSent } = sent
    await db.write((tx) => {
      insertMail(tx, {
        id: mail.id,
        job_id: jobId,
        kind: mail.kind,
        booking_id: request.bookingId,
        recipient: mail.to.address,
        subject: mail.subject,
        sent_at: clock(),
      })
      onSent?.(tx)
    })
    this.unrecorded.delete(jobId)
  }

  /** Undefined when the mail is no longer needed, or not allowed. */
  private async deliver(
    request: v.InferOutput<typeof Request>,
    jobId: number,
  ): Promise<SentMail | undefined> {
    const { transport, log } = this.parts
    const { mail: kind, once, data } = request
    const render = this.renderers.get(kind)
    if (!render) throw new Error(`No renderer for mails of kind ${kind}`)
    const rendered = await render(data)
    if (!rendered) {
      log.info({ job: jobId, kind }, 'mail not needed any more')
      return undefined
    }
    if (!(await this.allow(rendered, jobId))) {
      log.warn({ job: jobId, kind }, 'mail withheld: its mailbox had too many today')
      return undefined
    }
    const mail = this.finish(rendered, { kind, jobId, once })
    await transport.send(mail)
    return { mail, onSent: rendered.onSent }
  }

  private async allow(rendered: RenderedMail, jobId: number): Promise<boolean> {
    const { db, limitedBut: owner, clock } = this.parts
    const { to, always = false, onWithheld } = rendered
    if (owner === undefined || to.address === owner) return true
    return db.write((tx) => {
      const allowed = allowMail(tx, { jobId, address: to.address, always, now: clock() })
      if (!allowed) onWithheld?.(tx)
      return allowed
    })
  }

  private finish(
    { to, replyTo, content, calendar, headers = {} }: RenderedMail,
    { kind, jobId, once }: { kind: string; jobId: number; once: string },
  ): OutgoingMail {
    const unique = fingerprint(`${jobId}:${kind}:${once}`).slice(0, 24)
    return {
      id: `${String(jobId).padStart(6, '0')}-${kind}`,
      kind,
      messageId: `<${jobId}.${unique}@${domainOf(this.parts.sender.address)}>`,
      to: cleanAddress(to),
      replyTo: cleanAddress(replyTo ?? { name: business.name, address: business.email }),
      subject: oneLine(content.subject),
      text: renderText(content),
      html: renderHtml(content),
      calendar,
      headers,
      date: this.parts.clock(),
    }
  }
}

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
function allowMail(tx: Tx, { jobId, address, always, now }: Sending): boolean {
  const mailbox = mailboxOf(address)
  if (isCounted(tx, jobId) || isConfirmedMailbox(tx, mailbox, address)) return true
  const since = now - DAY
  if (!always && countMailsTo(tx, mailbox, since) >= MOST_A_DAY) return false
  insertCounted(tx, { job_id: jobId, mailbox, at: now }, since)
  return true
}

function dedupeOf({ kind, once }: Pick<MailRequest, 'kind' | 'once'>): string {
  return `mail:${kind}:${once}`
}

function cleanAddress({ name, address }: Address): Address {
  return { name: headerName(name), address }
}
