import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import { buttonBlock, type MailContent, noteBlock, textBlock } from '#server/mail/content.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { confirmMailbox } from '#server/mail/store.ts'
import {
  type NewsletterReader,
  type NewsletterRecord,
  toNewsletterReader,
} from '#shared/contact/api.ts'
import { getNewsletterText, type NewsletterVersion } from '#shared/contact/schema.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { formatCsv } from '#shared/lib/csv.ts'
import { toIsoTime, toIsoTimeOrNull } from '#shared/lib/date.ts'
import {
  type Consent,
  confirmConsent,
  deleteUnconfirmedConsent,
  findActiveConsents,
  findConsent,
  findConsents,
  insertConsent,
  readConsents,
  withdrawConsents,
} from './store.ts'

const DAY = 86_400_000
/** Days after which an unconfirmed consent is deleted, so that its link no longer works. */
const CONFIRM_DAYS = 30

interface NewsletterRequest {
  email: string
  version: NewsletterVersion
  source: Consent['source']
}

interface NewsletterParts {
  db: Database
  jobs: JobQueue
  mails: MailQueue
  clock: Clock
  newId: NewId
  /** Signs the links in the mails. */
  keys: Keys
  /** Without a trailing slash. */
  siteUrl: string
}

/** Data of the expiry job and of both mails: the consent's id. */
const ConsentPayload = v.object({ consent: v.string() })

const csvColumns = [
  'email',
  'confirmed_at',
  'requested_at',
  'source',
  'wording',
  'version',
  'unsubscribe',
]

/** The newsletter's list, with double opt-in: an address joins by a link that is mailed to it. */
export class Newsletter {
  constructor(private readonly parts: NewsletterParts) {
    registerMails(parts)
    parts.jobs.on('newsletter-expiry', async (payload) => {
      const { consent } = v.parse(ConsentPayload, payload)
      await parts.db.write((tx) => deleteUnconfirmedConsent(tx, consent))
    })
  }

  /**
   * Stores a consent in the transaction of its form, and queues the confirmation mail. Does nothing
   * if the mailbox is subscribed or was asked within 24 hours: a visitor can enter any address.
   */
  async requestConsent(tx: Tx, { email, version, source }: NewsletterRequest): Promise<void> {
    const { clock, newId, mails, jobs } = this.parts
    const now = clock()
    const mailbox = normalizeEmail(email)
    const activeConsents = await findActiveConsents(tx, mailbox)
    if (activeConsents.some((one) => one.confirmed_at !== null || one.requested_at > now - DAY))
      return
    const id = newId()
    await insertConsent(tx, {
      id,
      email,
      mailbox,
      source,
      text_version: version,
      wording: getNewsletterText(version),
      requested_at: now,
      confirmed_at: null,
      withdrawn_at: null,
    })
    const data = { consent: id }
    await mails.add(tx, { kind: 'newsletter-confirm', dedupeKey: id, bookingId: null, data })
    await jobs.add(tx, {
      kind: 'newsletter-expiry',
      dedupeKey: `newsletter-expiry:${id}`,
      payload: data,
      runAt: now + CONFIRM_DAYS * DAY,
    })
  }

  /** Undefined if the consent has expired or was erased. */
  async getState(tx: Tx, id: string): Promise<NewsletterReader['state'] | undefined> {
    const consent = await findConsent(tx, id)
    return consent && getConsentState(consent)
  }

  /** Confirms a consent if it is unconfirmed; returns its state, or undefined if it is gone. */
  async confirm(tx: Tx, id: string): Promise<NewsletterReader['state'] | undefined> {
    const consent = await findConsent(tx, id)
    if (!consent) return undefined
    const state = getConsentState(consent)
    if (state !== 'unconfirmed') return state
    const now = this.parts.clock()
    await confirmConsent(tx, id, now)
    await confirmMailbox(tx, consent.email, now)
    const data = { consent: id }
    await this.parts.mails.add(tx, {
      kind: 'newsletter-welcome',
      dedupeKey: id,
      bookingId: null,
      data,
    })
    return 'subscribed'
  }

  /** Withdraws all consents of the mailbox that this consent belongs to. */
  async unsubscribe(tx: Tx, id: string): Promise<void> {
    const consent = await findConsent(tx, id)
    if (consent) await withdrawConsents(tx, consent.mailbox, this.parts.clock())
  }

  /** Every consent, whatever its state, for the owner's list. */
  async listReaders(tx: Tx): Promise<NewsletterReader[]> {
    return (await readConsents(tx)).map(toReader)
  }

  /**
   * The subscribed mailboxes as CSV, each once. Unconfirmed and withdrawn consents are left out,
   * because the file is used to write to people.
   */
  async exportCsv(tx: Tx): Promise<string> {
    const { keys, siteUrl } = this.parts
    const subscribed = (await readConsents(tx)).filter(
      (consent) => getConsentState(consent) === 'subscribed',
    )
    const mailboxes = new Map(subscribed.map((consent) => [consent.mailbox, consent]))
    const rows = [...mailboxes.values()].map((consent) => [
      consent.email,
      toIsoTimeOrNull(consent.confirmed_at) ?? '',
      toIsoTime(consent.requested_at),
      consent.source,
      consent.wording,
      consent.text_version,
      siteUrl + createNewsletterLink(keys, 'unsubscribe', consent.id),
    ])
    return formatCsv(csvColumns, rows)
  }
}

/** The existing consents among these ids, for the devices. */
export async function readNewsletterRecords(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, NewsletterRecord>> {
  return new Map((await findConsents(tx, ids)).map((consent) => [consent.id, toRecord(consent)]))
}

const toReader = (consent: Consent) => toNewsletterReader(consent.id, toRecord(consent))

const getConsentState = (consent: Consent) => toReader(consent).state

function toRecord(consent: Consent): NewsletterRecord {
  return {
    email: consent.email,
    source: consent.source,
    wording: consent.wording,
    version: consent.text_version,
    requestedAt: toIsoTime(consent.requested_at),
    confirmedAt: toIsoTimeOrNull(consent.confirmed_at),
    withdrawnAt: toIsoTimeOrNull(consent.withdrawn_at),
  }
}

export const newsletterPaths = {
  confirm: '/newsletter/confirm',
  unsubscribe: '/newsletter/unsubscribe',
} as const

export type NewsletterAction = keyof typeof newsletterPaths

const signedText = (act: NewsletterAction, id: string) => `newsletter:${act}:${id}`

export function isNewsletterSignature(
  keys: Keys,
  act: NewsletterAction,
  { id, sig }: { id: string; sig: string },
): boolean {
  return keys.isSignature(signedText(act, id), sig)
}

/** A signed path that allows anyone who has it this one action on this one consent. */
export function createNewsletterLink(keys: Keys, act: NewsletterAction, id: string): string {
  return `${newsletterPaths[act]}?id=${id}&sig=${keys.sign(signedText(act, id))}`
}

/**
 * The headers for one-click unsubscribing by a POST (RFC 8058); every newsletter mail must have
 * them. `url` is absolute.
 */
function createUnsubscribeHeaders(url: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Registers the newsletter's two mails. Neither repeats any text that a visitor typed. */
function registerMails({ db, mails, keys, siteUrl }: NewsletterParts): void {
  mails.on({
    kind: 'newsletter-confirm',
    data: ConsentPayload,
    render: async ({ consent: id }) => {
      const consent = await findConsent(db.read, id)
      if (!consent || consent.confirmed_at !== null || consent.withdrawn_at !== null)
        return undefined
      return {
        to: { name: '', address: consent.email },
        content: confirmMail(consent.wording, siteUrl + createNewsletterLink(keys, 'confirm', id)),
      }
    },
  })
  mails.on({
    kind: 'newsletter-welcome',
    data: ConsentPayload,
    render: async ({ consent: id }) => {
      const consent = await findConsent(db.read, id)
      if (!consent || consent.withdrawn_at !== null) return undefined
      const url = siteUrl + createNewsletterLink(keys, 'unsubscribe', id)
      return {
        to: { name: '', address: consent.email },
        content: welcomeMail(url),
        headers: createUnsubscribeHeaders(url),
      }
    },
  })
}

function confirmMail(wording: string, url: string): MailContent {
  return {
    subject: 'Please confirm: the seasonal letter',
    preview: 'Nothing is sent until you confirm.',
    title: 'Shall I write to you?',
    blocks: [
      textBlock(`Someone entered this address on this site and ticked: “${wording}”`),
      textBlock('If that was you, please confirm it on the page behind this button.'),
      buttonBlock('Confirm the letter', url),
      noteBlock(
        `If it was not you, do nothing: no letter is sent, and the address is deleted after ${CONFIRM_DAYS} days.`,
      ),
    ],
    reason: 'You received this email because this address was given for the seasonal letter.',
  }
}

function welcomeMail(url: string): MailContent {
  return {
    subject: `The seasonal letter of ${getBusiness().name}`,
    preview: 'You are on the list.',
    title: 'Thank you. You are on the list.',
    blocks: [
      textBlock('I write four times a year: what the season is like, and where it is at its best.'),
      buttonBlock('Unsubscribe', url),
    ],
    reason: 'You received this email because you confirmed the seasonal letter for this address.',
    isSigned: true,
  }
}
