import * as v from 'valibot'
import type { Tx } from '#server/db/database.ts'
import { confirmMailbox } from '#server/mail/allowance.ts'
import { type NewsletterVersion, newsletterWording } from '#shared/contact/newsletter.ts'
import type { ContactParts } from './ports.ts'
import {
  type Consent,
  confirmConsent,
  deleteUnconfirmed,
  findConsent,
  insertConsent,
  standingConsents,
  withdrawConsents,
} from './store.ts'

const DAY = 86_400_000
/** How long an unconfirmed tick, and with it its link, is kept. */
export const CONFIRM_DAYS = 30

interface NewsletterTick {
  email: string
  version: NewsletterVersion
  source: Consent['source']
}

/** What a link finds: `gone` for a consent that lapsed, was erased or withdrawn. */
export type ConsentState = 'waiting' | 'confirmed' | 'gone'

/** The newsletter's list: nobody is on it before they said so from their own mailbox. */
export class Newsletter {
  private readonly parts: ContactParts

  constructor(parts: ContactParts) {
    this.parts = parts
    const Lapse = v.object({ consent: v.string() })
    parts.jobs.on('newsletter-lapse', async (payload) => {
      const { consent } = v.parse(Lapse, payload)
      await parts.db.write((tx) => deleteUnconfirmed(tx, consent))
    })
  }

  /**
   * Takes a tick, in the transaction of its form. One mail a day to a mailbox at most: anybody can
   * type anybody's address.
   */
  ask(tx: Tx, { email, version, source }: NewsletterTick): void {
    const { clock, newId, mails, jobs } = this.parts
    const now = clock()
    const mailbox = mailboxOf(email)
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

  stateOf(tx: Tx, id: string): ConsentState {
    const consent = findConsent(tx, id)
    if (!consent || consent.withdrawn_at !== null) return 'gone'
    return consent.confirmed_at === null ? 'waiting' : 'confirmed'
  }

  confirm(tx: Tx, id: string): ConsentState {
    const state = this.stateOf(tx, id)
    if (state !== 'waiting') return state
    const now = this.parts.clock()
    confirmConsent(tx, id, now)
    const consent = findConsent(tx, id)
    if (consent) confirmMailbox(tx, consent.email, now)
    const data = { consent: id }
    this.parts.mails.add(tx, { kind: 'newsletter-welcome', once: id, bookingId: null, data })
    return 'confirmed'
  }

  /** Takes the whole mailbox off the list, whichever letter the link was in. */
  withdraw(tx: Tx, id: string): void {
    const consent = findConsent(tx, id)
    if (consent) withdrawConsents(tx, consent.mailbox, this.parts.clock())
  }
}

function mailboxOf(email: string): string {
  return email.trim().toLowerCase()
}
