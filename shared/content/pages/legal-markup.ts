import type { StoredContent } from '#shared/content/registry.ts'
import type { LegalSection } from './legal-sections.ts'
import { type PagePath, pageTitles } from './page-titles.ts'

// What the owner may write into a legal text: paragraphs, links, and names in braces that the site fills in.

/** Text, or a link: `to` is a path on this site, `href` another site or a letter. */
export type LegalPart = string | { text: string; to: string } | { text: string; href: string }

/** Paragraphs of their own. */
const blocks = ['{withdrawal instructions}', '{withdrawal form}'] as const
const contacts = ['{contact}', '{contact about privacy}'] as const
const known: readonly string[] = [...blocks, ...contacts, '{name}', '{business}', '{vat}']

const LINK = /\[([^[\]\n]+)\]\(([^()\s]+)\)/
const PARTS = /(\[[^[\]\n]+\]\([^()\s]+\)|\{contact(?: about privacy)?\})/

/** The paragraphs of a text, in parts. A link of an address that is not allowed stays the text that it is. */
export function splitLegalText(text: string): LegalPart[][] {
  return splitParagraphs(text).map((paragraph) =>
    paragraph.split(PARTS).flatMap((part) => (part === '' ? [] : toPart(part))),
  )
}

function splitParagraphs(text: string): string[] {
  return text.split(/\n\s*\n/).flatMap((paragraph) => paragraph.trim() || [])
}

function toPart(part: string): LegalPart {
  const [whole, text = '', address = ''] = LINK.exec(part) ?? []
  if (whole !== part) return part
  if (/^\/(?![/\\])/.test(address)) return { text, to: address }
  return /^(https?:\/\/[^/]|mailto:)/i.test(address) ? { text, href: address } : part
}

/** What a text must contain: the law asks for it. */
const required: Readonly<Record<string, readonly string[]>> = {
  terms: ['{business}', ...blocks],
  privacy: ['{business}'],
}

/** Why a legal text cannot be published. `page`: `terms` or `privacy`. */
export function findLegalProblem(
  page: string,
  sections: readonly LegalSection[],
  services: StoredContent['services'],
): string | undefined {
  const paragraphs = sections.flatMap(({ text }) => splitParagraphs(text))
  const whole = paragraphs.join('\n')
  const missing = required[page]?.find((name) => !whole.includes(name))
  if (missing) return `Please keep ${missing} in one of the texts: the law asks for it.`
  const inline = blocks.find((block) =>
    paragraphs.some((text) => text.includes(block) && text !== block),
  )
  if (inline) return `Please give ${inline} a paragraph of its own.`
  const unknown = whole.match(/\{[^{}\n]*\}/g)?.find((name) => !known.includes(name))
  if (unknown) return `There is nothing to fill in for ${unknown}.`
  for (const part of splitLegalText(whole).flat()) {
    const link = typeof part === 'string' ? /\[[^[\]]*\]\(\S*/.exec(part)?.[0] : part.text
    if (link !== undefined && !leadsSomewhere(part, services))
      return `Please check the link ${link}.`
  }
  return undefined
}

function leadsSomewhere(part: LegalPart, services: StoredContent['services']): boolean {
  if (typeof part === 'string') return false
  if ('href' in part) return true
  const [path = ''] = part.to.split(/[?#]/)
  return (
    Object.hasOwn(pageTitles, path as PagePath) ||
    services.some(({ type, isShown }) => isShown && path === `/service/${type}`)
  )
}
