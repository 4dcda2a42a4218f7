import * as v from 'valibot'
import { button, type MailContent, note, text } from '#server/mail/content.ts'
import { business } from '#shared/site/business.ts'
import { newsletterLink, unsubscribeHeaders } from './links.ts'
import { CONFIRM_DAYS } from './newsletter.ts'
import type { ContactParts } from './ports.ts'
import { findConsent } from './store.ts'

const About = v.object({ consent: v.string() })

/** Teaches the mail queue the newsletter's two mails. Neither repeats anything that was typed. */
export function registerNewsletterMails({ db, mails, keys, siteUrl }: ContactParts): void {
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
      text(`On our site someone gave this address and ticked: “${wording}”`),
      text('If that was you, please confirm it on the page behind this button.'),
      button('Confirm the letter', url),
      note(
        `If it was not you, do nothing: no letter is sent, and the address is forgotten after ${CONFIRM_DAYS} days.`,
      ),
    ],
    reason: 'You get this mail because this address was given for our seasonal letter.',
    demo: false,
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
    reason: 'You get this mail because you confirmed our seasonal letter for this address.',
    demo: false,
  }
}
