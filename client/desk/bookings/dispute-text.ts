import { formatInstantDate } from '#shared/lib/format-date.ts'
import { formatPrice } from '#shared/lib/money.ts'
import type { DisputeState } from '#shared/payment/reversals.ts'

interface DisputeFacts {
  state: DisputeState
  /** Minor units. */
  amount: number
  currency: string
  /** ISO 8601. */
  answerBy: string | null
}

interface DisputeText {
  title: string
  text: string
}

/** What a dispute means for the owner, and what she can do about it. */
export function formatDispute(dispute: DisputeFacts, zone: string): DisputeText {
  const { state, amount, currency, answerBy } = dispute
  const day = answerBy && formatInstantDate(Date.parse(answerBy), zone, 'short')
  const until = day ? ` by ${day.replaceAll(' ', '\u00a0')}` : ''
  return disputeTexts[state](formatPrice(amount, currency), `${ANSWER}${until}`)
}

const ANSWER = 'Answer in the payment provider’s dashboard'

const disputeTexts: Record<DisputeState, (sum: string, answer: string) => DisputeText> = {
  warning_needs_response: (sum, answer) => ({
    title: `The guest’s bank asks about ${sum}`,
    text: `The money is still with you. ${answer}.`,
  }),
  warning_under_review: (sum) => ({
    title: `The guest’s bank asks about ${sum}`,
    text: 'The money is still with you, and the bank has your answer.',
  }),
  warning_closed: (sum) => ({
    title: `The bank’s question about ${sum} is closed`,
    text: 'The money stays with you.',
  }),
  needs_response: (sum, answer) => ({
    title: `${sum} is disputed`,
    text: `The bank holds the money. ${answer}; without an answer it is lost.`,
  }),
  under_review: (sum) => ({
    title: `${sum} is disputed`,
    text: 'The bank holds the money, and has your answer.',
  }),
  appeal_needs_response: (sum, answer) => ({
    title: `The dispute of ${sum} is appealed`,
    text: `The bank paid the money back to the guest. ${answer}.`,
  }),
  appeal_under_review: (sum) => ({
    title: `The dispute of ${sum} is appealed`,
    text: 'The bank paid the money back to the guest, and has your answer.',
  }),
  won: (sum) => ({ title: `Dispute won: ${sum}`, text: 'The money is yours.' }),
  lost: (sum) => ({
    title: `Dispute lost: ${sum}`,
    text: 'The bank paid the money back to the guest. A credit note corrects your sales.',
  }),
  unknown: (sum) => ({
    title: `${sum} is disputed`,
    text: 'The payment provider reports a state that this desk does not know. Look in its dashboard.',
  }),
}
