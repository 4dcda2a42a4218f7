/** One row of a list with rules between the rows: a label and the lines beside it. */
export interface DetailRow {
  label: string
  lines: string[]
  /** Address that the lines link to. */
  url?: string
}

export interface SumRow {
  label: string
  amount: string
  total?: boolean
}

export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'details'; rows: DetailRow[] }
  | { kind: 'sums'; rows: SumRow[] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'list'; items: string[] }
  /** Text that a person typed, with its line breaks. */
  | { kind: 'quote'; label: string; text: string }
  | { kind: 'note'; text: string }

/** Content of a mail without its design; the HTML and the plain text are rendered from it. */
export interface MailContent {
  subject: string
  /** The text that mail programs show after the subject in a list of mails. */
  preview: string
  title: string
  blocks: Block[]
  /** Why the reader gets this mail. */
  reason: string
  /** Shows `DEMO_NOTICE` at the top of the mail. */
  demo?: boolean
}

export const DEMO_NOTICE = 'Demo: no card is charged'

export const text = (words: string): Block => ({ kind: 'text', text: words })
export const note = (words: string): Block => ({ kind: 'note', text: words })
export const details = (rows: DetailRow[]): Block => ({ kind: 'details', rows })
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url })
