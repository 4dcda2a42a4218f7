import type { PlainDate } from '#shared/lib/date.ts'

/** Words, or a link: `to` on this site, `href` a mail address or elsewhere. */
export type LegalPart = string | { text: string; to: string } | { text: string; href: string }

export interface LegalSection {
  /** The anchor. */
  id: string
  title: string
  /** Each a paragraph of parts. */
  paragraphs: readonly (readonly LegalPart[])[]
}

export interface LegalText {
  title: string
  lead: string
  /** When the text last changed. */
  updated: PlainDate
  sections: readonly LegalSection[]
}
