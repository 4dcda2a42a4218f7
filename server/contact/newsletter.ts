import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import { button, type MailContent, note, text } from '#server/mail/content.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { confirmMailbox } from '#server/mail/store.ts'
import type { Reader } from '#shared/contact/api.ts'
import { type NewsletterVersion, newsletterWording } from '#shared/contact/schema.ts'
import { csv } from '#shared/lib/csv.ts'
import { isoTime, isoTimeOrNull } from '#shared/lib/date.ts'
import { business } from '#shared/site/business.ts'
import {
  allConsents,
  type Consent,
  confirmConsent,
  deleteUnconfirmed,
  findConsent,
  insertConsent,
  standingConsents,
  withdrawConsents,
} from './store.ts'

const DAY = 86_400_000
/** Days after which an unconfirmed consent is deleted, so that its link no longer works. */
const CONFIRM_DAYS = 30

interface NewsletterTick {
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
const About = v.object({ consent: v.string() })

const columns = ['email', 'confirmed_at', 'asked_at', 'source', 'wording', 'version', 'unsubscribe']

/** The newsletter's list, with double opt-in: an address joins by a link that is mailed to it. */
export class Newsletter {
  constructor(private readonly parts: NewsletterParts) {
    registerMails(parts)
    parts.jobs.on('newsletter-lapse', async (payload) => {
      const { consent } = v.parse(About, payload)
      await parts.db.write((tx) => deleteUnconfirmed(tx, consent))
    })
  }

  /**
   * Stores a consent in the transaction of its form, and queues the confirmation mail. Does nothing
   * if the mailbox is subscribed or was asked within 24 hours: a visitor can enter any address.
   */
  ask(tx: Tx, { email, version, source }: NewsletterTick): void {
    const { clock, newId, mails, jobs } = this.parts
    const now = clock()
    const mailbox = normalizeEmail(email)
    const standing = standingConsents(tx, mailbox)
    if (standing.some((one) => one.confirmed_at !== null || one.asked_at > now - DAY)) return
    const id = newId()
    insertConsent(tx, {
      id,
      email,
      mailbox,
      source,
      text_version: version,
      wording: newsletterWording(version),
      asked_at: now,
      confirmed_at: null,
      withdrawn_at: null,
    })
    const data = { consent: id }
    mails.add(tx, { kind: 'newsletter-confirm', once: id, bookingId: null, data })
    jobs.add(tx, {
      kind: 'newsletter-lapse',
      dedupe: `newsletter-lapse:${id}`,
      payload: data,
      runAt: now + CONFIRM_DAYS * DAY,
    })
  }

  /** Undefined if the consent has expired or was erased. */
  stateOf(tx: Tx, id: string): Reader['state'] | undefined {
    const consent = findConsent(tx, id)
    return consent && stateOf(consent)
  }

  /** Confirms a consent if it is unconfirmed; returns its state, or undefined if it is gone. */
  confirm(tx: Tx, id: string): Reader['state'] | undefined {
    const consent = findConsent(tx, id)
    if (!consent) return undefined
    const state = stateOf(consent)
    if (state !== 'waiting') return state
    const now = this.parts.clock()
    confirmConsent(tx, id, now)
    confirmMailbox(tx, consent.email, now)
    const data = { consent: id }
    this.parts.mails.add(tx, { kind: 'newsletter-welcome', once: id, bookingId: null, data })
    return 'subscribed'
  }

  /** Withdraws all consents of the mailbox that this consent belongs to. */
  withdraw(tx: Tx, id: string): void {
    const consent = findConsent(tx, id)
    if (consent) withdrawConsents(tx, consent.mailbox, this.parts.clock())
  }

  /** Every consent, whatever its state, for the owner's list. */
  readers(tx: Tx): Reader[] {
    return allConsents(tx).map(readerOf)
  }

  /**
   * The subscribed mailboxes as CSV, each once. Unconfirmed and withdrawn consents are left out,
   * because the file is used to write to people.
   */
  file(tx: Tx): string {
    const { keys, siteUrl } = this.parts
    const subscribed = allConsents(tx).filter((consent) => stateOf(consent) === 'subscribed')
    const mailboxes = new Map(subscribed.map((consent) => [consent.mailbox, consent]))
    const rows = [...mailboxes.values()].map((consent) => [
      consent.email,
      isoTimeOrNull(consent.confirmed_at) ?? '',
      isoTime(consent.asked_at),
      consent.source,
      consent.wording,
      consent.text_version,
      siteUrl + newsletterLink(keys, 'unsubscribe', consent.id),
    ])
    return csv(columns, rows)
  }
}

function readerOf(consent: Consent): Reader {
  return {
    id: consent.id,
    email: consent.email,
    state: stateOf(consent),
    source: consent.source,
    wording: consent.wording,
    version: consent.text_version,
    askedAt: isoTime(consent.asked_at),
    confirmedAt: isoTimeOrNull(consent.confirmed_at),
    withdrawnAt: isoTimeOrNull(consent.withdrawn_at),
  }
}

function stateOf({ confirmed_at, withdrawn_at }: Consent): Reader['state'] {
  if (withdrawn_at !== null) return 'unsubscribed'
  return confirmed_at === null ? 'waiting' : 'subscribed'
}

export const newsletterPaths = {
  confirm: '/newsletter/confirm',
  unsubscribe: '/newsletter/unsubscribe',
} as const

export type NewsletterAct = keyof typeof newsletterPaths

const signedText = (act: NewsletterAct, id: string) => `newsletter:${act}:${id}`

export function isNewsletterSignature(
  keys: Keys,
  act: NewsletterAct,
  { id, sig }: { id: string; sig: string },
): boolean {
  return keys.isSignature(signedText(act, id), sig)
}

/** A signed path that allows anyone who has it this one action on this one consent. */
export function newsletterLink(keys: Keys, act: NewsletterAct, id: string): string {
  return `${newsletterPaths[act]}?id=${id}&sig=${keys.sign(signedText(act, id))}`
}

/**
 * The headers for one-click unsubscribing by a POST (RFC 8058); every newsletter mail must have
 * them. `url` is absolute.
 */
function unsubscribeHeaders(url: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Registers the newsletter's two mails. Neither repeats any text that a visitor typed. */
function registerMails({ db, mails, keys, siteUrl }: NewsletterParts): void {
  mails.on({
    kind: 'newsletter-confirm',
    data: About,
    render: async ({ consent: id }) => {
      const consent = findConsent(db.read, id)
      if (!consent || consent.confirmed_at !== null || consent.withdrawn_at !== null)
        return undefined
      return {
        to: { name: '', address: consent.email },
        content: confirmMail(consent.wording, siteUrl + newsletterLink(keys, 'confirm', id)),
      }
    },
  })
  mails.on({
    kind: 'newsletter-welcome',
    data: About,
    render: async ({ consent: id }) => {
      const consent = findConsent(db.read, id)
      if (!consent || consent.withdrawn_at !== null) return undefined
      const url = siteUrl + newsletterLink(keys, 'unsubscribe', id)
      return {
        to: { name: '', address: consent.email },
        content: welcomeMail(url),
        headers: unsubscribeHeaders(url),
      }
    },
  })
}

function confirmMail(wording: string, url: string): MailContent {
  return {
    subject: 'Please confirm: the seasonal letter',
    preview: 'Nothing is sent until you confirm.',
    title: 'Shall we write to you?',
    blocks: [
      text(`Someone entered this address on our site and ticked: “${wording}”`),
      text('If that was you, please confirm it on the page behind this button.'),
      button('Confirm the letter', url),
      note(
        `If it was not you, do nothing: no letter is sent, and the address is deleted after ${CONFIRM_DAYS} days.`,
      ),
    ],
    reason: 'You received this email because this address was given for our seasonal letter.',
  }
}

function welcomeMail(url: string): MailContent {
  return {
    subject: `The seasonal letter of ${business.name}`,
    preview: 'You are on the list.',
    title: 'Thank you. You are on the list.',
    blocks: [
      text('We write four times a year: what the season is like, and where it is at its best.'),
      button('Unsubscribe', url),
    ],
    reason: 'You received this email because you confirmed our seasonal letter for this address.',
  }
}
