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
  /** The day on which the text last changed, in words. */
  updated: string
  sections: readonly LegalSection[]
}
