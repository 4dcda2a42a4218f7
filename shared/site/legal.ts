import { fillInName, getBusiness } from '#shared/content/site-content.ts'
import {
  getWithdrawalInstructions,
  listWithdrawalFormLines,
  withdrawalFormTitle,
} from '#shared/payment/withdrawal-form.ts'
import { toWriteLink } from '#shared/site/contact-links.ts'

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

/**
 * Puts what the business has written about itself in place of `{name}`, `{business}`, `{vat}`, `{contact}` and the legal texts
 * about withdrawals.
 */
export function fillInLegalText(text: LegalText): LegalText {
  const fill = (part: string) =>
    fillInName(part)
      .replaceAll('{business}', describeBusiness())
      .replaceAll('{vat}', getVatSentences())
  const fillParagraph = (parts: LegalSection['paragraphs'][number]) => {
    if (parts[0] === '{withdrawal instructions}')
      return getWithdrawalInstructions().map((line) => [line])
    if (parts[0] === '{withdrawal form}')
      return [`${withdrawalFormTitle}:`, ...listWithdrawalFormLines()].map((line) => [line])
    return [parts.map((part) => toContact(part) ?? (typeof part === 'string' ? fill(part) : part))]
  }
  const sections = text.sections.map((section) => ({
    ...section,
    paragraphs: section.paragraphs.flatMap(fillParagraph),
  }))
  return { ...text, lead: fill(text.lead), sections }
}

/** The address to write to, or the contact form while the business has none. */
function toContact(part: LegalPart): LegalPart | undefined {
  const letter = part === '{contact about privacy}' && { about: 'privacy', subject: 'Privacy' }
  if (!letter && part !== '{contact}') return undefined
  const { email } = getBusiness()
  const address = toWriteLink(letter || undefined)
  return email === null ? { text: 'the contact form', to: address } : { text: email, href: address }
}

/** Who is responsible, as far as it is known: `Legal name, organisation number 1, Street 1`. */
function describeBusiness(): string {
  const { name, legalName, organizationNumber, address } = getBusiness()
  const number = organizationNumber && `organisation number ${organizationNumber}`
  return [legalName ?? name, number, address].filter(Boolean).join(', ')
}

/** Names VAT only after the owner has entered whether the business is registered for it. */
function getVatSentences(): string {
  const { vatRegistered } = getBusiness()
  if (vatRegistered === null) return 'You receive a numbered receipt.'
  return vatRegistered
    ? 'They include 25% VAT; buyers who live or have their seat outside Norway pay the same price, without VAT. You receive a numbered receipt that says which rule applied.'
    : 'They are without VAT. You receive a numbered receipt.'
}
