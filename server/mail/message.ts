import type { Address } from './address.ts'

/** An invitation that mail programs act on by themselves. */
export interface CalendarPart {
  method: 'REQUEST' | 'CANCEL'
  content: string
}

/** A finished mail on its way out. */
export interface OutgoingMail {
  /** Names it in the log and on the disk; holds nothing personal. */
  id: string
  kind: string
  /** The same for every try, so that a repeat is recognisable. */
  messageId: string
  to: Address
  replyTo: Address
  subject: string
  text: string
  html: string
  calendar: CalendarPart | undefined
  /** Further header fields, such as a letter's `List-Unsubscribe`. */
  headers: Record<string, string>
  date: number
}

export interface MailTransport {
  /** Whether mail leaves this machine. */
  delivers: boolean
  /** Resolves once the mail is in other hands; throws `PermanentFailure` where no retry can help. */
  send(mail: OutgoingMail): Promise<void>
}
