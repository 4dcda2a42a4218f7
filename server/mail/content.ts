/** One row of a list with rules between the rows: a label and the lines beside it. */
export interface DetailRow {
  label: string
  lines: string[]
  /** Address that the lines link to. */
  url?: string | undefined
}

export interface AmountRow {
  label: string
  amount: string
  isTotal?: boolean
}

export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'details'; rows: DetailRow[] }
  | { kind: 'sums'; rows: AmountRow[] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'list'; items: string[] }
  /** Text with line breaks, set apart under a label: what a person typed, or a form. */
  | { kind: 'quote'; label: string; text: string }
  | { kind: 'note'; text: string }

/** Content of a mail without its design; the HTML and the plain text are rendered from it. */
export interface MailContent {
  subject: string
  /** The text that mail programs show after the subject in a list of mails. */
  preview: string
  title: string
  blocks: MailBlock[]
  /** Why the reader gets this mail. */
  reason: string
  /** Whether the owner's name ends it, as in a letter; not in mails to the owner, or of the site about an account. */
  isSigned?: boolean
  /** Shows `DEMO_NOTICE` at the top of the mail. */
  isDemo?: boolean
}

export const DEMO_NOTICE = 'Demo: no card is charged'

export const textBlock = (text: string): MailBlock => ({ kind: 'text', text })
export const noteBlock = (text: string): MailBlock => ({ kind: 'note', text })
export const detailsBlock = (rows: DetailRow[]): MailBlock => ({ kind: 'details', rows })
export const buttonBlock = (label: string, url: string): MailBlock => ({
  kind: 'button',
  label,
  url,
})
