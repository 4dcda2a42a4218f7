import fs from 'node:fs/promises'
import path from 'node:path'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import type { Database } from '#server/db/database.ts'
import { PermanentFailure } from '#server/jobs/queue.ts'
import type { Logger } from '#server/lib/log.ts'
import { isEmailAddress } from '#shared/lib/form-fields.ts'
import type { Address } from './address.ts'
import { getMailPicture, type MailPicture, mailPictureNames, toContentId } from './pictures.ts'
import { insertMessage } from './store.ts'

const CONNECT_TIMEOUT = 10_000
const SOCKET_TIMEOUT = 30_000

interface TransportParts {
  /** Undefined: messages are stored in `sharedDb`, or without one in the folder `mail/` of `dataDir`. */
  smtpUrl: string | undefined
  dataDir: string
  /** A database that several machines share: a file would be on one of them only. */
  sharedDb: Database | undefined
  sender: Address
  log: Logger
}

/** Sends by SMTP, or stores each message. */
export function createTransport(parts: TransportParts): MailTransport {
  return parts.smtpUrl ? smtpTransport(parts.smtpUrl, parts) : storingTransport(parts)
}

function smtpTransport(url: string, { sender, log }: TransportParts): MailTransport {
  const smtp = nodemailer.createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT,
    greetingTimeout: CONNECT_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT,
  })
  return {
    isDelivering: true,
    async send(mail) {
      try {
        await smtp.sendMail(toMailOptions(mail, sender))
      } catch (error) {
        throw isPermanentRejection(error)
          ? new PermanentFailure('The mail server knows no such address')
          : error
      }
      log.info({ mail: mail.id, kind: mail.kind }, 'mail sent')
    },
  }
}

/** Only a bad recipient (5.1.x) is permanent; any other refusal may be temporary. */
function isPermanentRejection(error: unknown): boolean {
  const { code, response } = error as { code?: string; response?: string }
  return code === 'EENVELOPE' && /^5\d\d[ -]5\.1\.\d/.test(response ?? '')
}

function storingTransport({ dataDir, sharedDb, sender, log }: TransportParts): MailTransport {
  const composer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  })
  return {
    isDelivering: false,
    async send(mail) {
      const { message } = await composer.sendMail(toMailOptions(mail, sender))
      if (!Buffer.isBuffer(message))
        throw new Error('nodemailer returned the message as a stream instead of a buffer')
      if (sharedDb) {
        const row = { id: mail.id, job_id: mail.jobId, message: message.toString() }
        await sharedDb.write((tx) => insertMessage(tx, row))
      } else await writeAtomically(path.join(dataDir, 'mail', `${mail.id}.eml`), message)
      log.info({ mail: mail.id, kind: mail.kind }, 'mail stored')
    },
  }
}

/** Writes to a temporary file and renames it, so that a power cut leaves no incomplete message. */
async function writeAtomically(file: string, bytes: Buffer): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.tmp`
  await fs.writeFile(unfinished, bytes, { mode: 0o600, flush: true })
  await fs.rename(unfinished, file)
}

function toMailOptions(mail: OutgoingMail, sender: Address): SendMailOptions {
  for (const one of [mail.to, mail.replyTo])
    if (one && !isEmailAddress(one.address)) throw new PermanentFailure('Not a mail address')
  return {
    from: sender,
    to: mail.to,
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: listPictures(mail.html).map((picture) => ({
      cid: toContentId(picture),
      filename: `${picture}.jpg`,
      contentType: 'image/jpeg',
      contentDisposition: 'inline',
      content: getMailPicture(picture),
    })),
    messageId: mail.messageId,
    date: new Date(mail.date),
    ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: 'consultation.ics' } }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      ...mail.headers,
    },
    disableUrlAccess: true,
    disableFileAccess: true,
    xMailer: false,
  }
}

/** The pictures that the mail shows. */
function listPictures(html: string): MailPicture[] {
  return mailPictureNames.filter((picture) => html.includes(`cid:${toContentId(picture)}`))
}

/** A calendar invitation (iTIP) that mail programs act on by themselves. */
export interface CalendarPart {
  method: 'REQUEST' | 'CANCEL'
  content: string
}

/** A rendered mail, ready to be sent. */
export interface OutgoingMail {
  /** Names the mail in the log and its file on the disk, so it holds no personal data. */
  id: string
  jobId: number
  kind: string
  /** The same for every attempt, so that a repeat can be recognised. */
  messageId: string
  to: Address
  replyTo: Address | undefined
  subject: string
  text: string
  html: string
  calendar: CalendarPart | undefined
  /** Further header fields, such as the newsletter's `List-Unsubscribe`. */
  headers: Record<string, string>
  date: number
}

export interface MailTransport {
  /** Whether mail leaves this machine, or is only written to files. */
  isDelivering: boolean
  /** Resolves when the mail is handed over; throws `PermanentFailure` if no retry can help. */
  send(mail: OutgoingMail): Promise<void>
}
