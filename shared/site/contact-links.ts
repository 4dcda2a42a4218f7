import type { ContactSubject } from '#shared/contact/schema.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { toMailtoLink } from '#shared/lib/mailto.ts'

interface Letter {
  /** What the contact form is about: a `ContactSubject`, or the type of a service. */
  about: ContactSubject
  /** Subject and text of an email. */
  subject?: string
  body?: string
}

/** Where visitors write to: a `mailto:` link, or without an address of the business the contact form. */
export function toWriteLink(letter?: Letter): string {
  const { email } = getBusiness()
  if (email === null) return letter ? `/contact?about=${letter.about}` : '/contact'
  const parts = Object.entries({ subject: letter?.subject, body: letter?.body })
    .filter(([, text]) => text)
    .map(([name, text = '']) => `${name}=${encodeURIComponent(text)}`)
  return `${toMailtoLink(email)}${parts.length > 0 ? `?${parts.join('&')}` : ''}`
}

/** A `tel:` link to a number as people write it. */
export function toPhoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`
}
