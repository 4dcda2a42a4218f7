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
