/** One line of a ruled list: a label and what belongs to it, one entry for each printed line. */
export interface DetailRow {
  label: string
  lines: string[]
  /** Makes a link of the first line. */
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
  /** What a person typed, line breaks kept. */
  | { kind: 'quote'; label: string; text: string }
  | { kind: 'note'; text: string }

/** What a mail says, without its looks; both of its versions are made from this. */
export interface MailContent {
  subject: string
  /** The line that a list of mails shows after the subject. */
  preview: string
  title: string
  blocks: Block[]
  /** Why the reader gets this mail. */
  reason: string
  /** No card is charged: said at the top of the mail. */
  demo?: boolean
}

export const DEMO_NOTICE = 'Demo: no card is charged'

export const text = (words: string): Block => ({ kind: 'text', text: words })
export const note = (words: string): Block => ({ kind: 'note', text: words })
export const details = (rows: DetailRow[]): Block => ({ kind: 'details', rows })
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url })
