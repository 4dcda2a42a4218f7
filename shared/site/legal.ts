import { business, toWriteLink } from './owner/business.ts'

/** Text, or a link: `to` is a path on this site, `href` a `mailto:` link or another site. */
export type LegalPart = string | { text: string; to: string } | { text: string; href: string }

export interface LegalSection {
  /** Anchor of the section in the page's address. */
  id: string
  title: string
  /** Each paragraph is a list of parts. */
  paragraphs: readonly (readonly LegalPart[])[]
}

export interface LegalText {
  title: string
  lead: string
  /** The date of the last change, as text. */
  updated: string
  sections: readonly LegalSection[]
}

/** The address to write to, or the contact form while the business has none. */
export function writeLinkPart(letter?: { about: 'privacy'; subject: string }): LegalPart {
  const { email } = business
  const address = toWriteLink(letter)
  return email === null ? { text: 'the contact form', to: address } : { text: email, href: address }
}

/** Who is responsible, as far as it is known: `Legal name, organisation number 1, Street 1`. */
export function describeBusiness(): string {
  const { name, legalName, organizationNumber, address } = business
  const number = organizationNumber && `organisation number ${organizationNumber}`
  return [legalName ?? name, number, address].filter(Boolean).join(', ')
}
