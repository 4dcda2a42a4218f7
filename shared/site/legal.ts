import { type LegalPart, splitLegalText } from '#shared/content/pages/legal-markup.ts'
import type { LegalSection } from '#shared/content/pages/legal-sections.ts'
import { fillInName, getBusiness } from '#shared/content/site-content.ts'
import { formatOrganizationNumber } from '#shared/lib/values/organization-number.ts'
import {
  getWithdrawalInstructions,
  listWithdrawalFormLines,
  withdrawalFormTitle,
} from '#shared/payment/withdrawal-form.ts'
import { toWriteLink } from './contact-links.ts'
import { describeGuarantee } from './guarantee.ts'

export interface FilledSection {
  /** Anchor of the section in the page's address. */
  id: string
  title: string
  /** Each paragraph is a list of parts. */
  paragraphs: LegalPart[][]
}

/** The sections as visitors read them: what the law fixes and what the business is stand where the text has braces. */
export function fillInSections(sections: readonly LegalSection[]): FilledSection[] {
  const ids = new Set<string>()
  return sections.map(({ title, text }) => {
    const id = toAnchor(title, ids)
    ids.add(id)
    return { id, title: fillInName(title), paragraphs: splitLegalText(text).flatMap(fillIn) }
  })
}

function toAnchor(title: string, taken: ReadonlySet<string>): string {
  const name =
    title
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? 'section'
  let id = name
  for (let count = 2; taken.has(id); count += 1) id = `${name}-${count}`
  return id
}

function fillIn(parts: LegalPart[]): LegalPart[][] {
  if (parts[0] === '{withdrawal instructions}')
    return getWithdrawalInstructions().map((text) => [text])
  if (parts[0] === '{withdrawal form}')
    return [`${withdrawalFormTitle}:`, ...listWithdrawalFormLines()].map((text) => [text])
  return [
    parts.map((part) => toContact(part) ?? (typeof part === 'string' ? fillInWords(part) : part)),
  ]
}

function fillInWords(text: string): string {
  return fillInName(text)
    .replaceAll('{business}', describeBusiness)
    .replaceAll('{vat}', getVatSentences)
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
  const number =
    organizationNumber && `organisation number ${formatOrganizationNumber(organizationNumber)}`
  return [legalName ?? name, number, address].filter(Boolean).join(', ') + guaranteeSentence()
}

function guaranteeSentence(): string {
  const guarantee = describeGuarantee()
  return guarantee ? `. ${guarantee}` : ''
}

/** Names VAT only after the owner has entered whether the business is registered for it. */
function getVatSentences(): string {
  const { vatRegistered } = getBusiness()
  if (vatRegistered === null) return 'You receive a numbered receipt.'
  return vatRegistered
    ? 'They include 25% VAT; buyers who live or have their seat outside Norway pay the same price, without VAT. You receive a numbered receipt that says which rule applied.'
    : 'They are without VAT. You receive a numbered receipt.'
}
