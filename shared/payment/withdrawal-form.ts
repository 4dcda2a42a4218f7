import { getBusiness } from '#shared/content/site-content.ts'

/**
 * SAMPLE: have a lawyer read it. The instructions on withdrawal and the standard form of directive
 * 2011/83/EU, annex I, which Norway's regulation on the standard form repeats.
 */
export const withdrawalTitle = 'Right of withdrawal'

/** As far as they are known; who has no email address yet is reached by the contact form. */
function listContacts(): string {
  const { name, legalName, address, email, phone } = getBusiness()
  const form = email === null && 'by the contact form of this website'
  return [legalName ?? name, address, email, phone, form].filter(Boolean).join(', ')
}

interface KnownPurchase {
  /** The last moment of the 14 days, in words. */
  lastMoment: string
  /** The start of a meeting within the 14 days, in words. */
  meeting: string | undefined
}

/** `purchase` is left out where none is known, as in the terms. */
export function getWithdrawalInstructions(purchase?: KnownPurchase): string[] {
  const last = purchase ? ` For this purchase that is until ${purchase.lastMoment}.` : ''
  const meeting = purchase?.meeting
    ? `, for this purchase on ${purchase.meeting}, or at its new time if it is moved`
    : ''
  return [
    `If you buy as a private person, you have the right to withdraw from this contract within 14 days without giving any reason. The withdrawal period will expire after 14 days from the day of the conclusion of the contract, which is the day you pay; if its last day is a weekend or a public holiday in Norway, it ends on the next working day.${last} Moving the meeting does not change it.`,
    `To exercise the right of withdrawal, you must inform us (${listContacts()}) of your decision to withdraw from this contract by an unequivocal statement, for example a letter or an email. You may use the standard withdrawal form, but it is not obligatory. You can also press “Withdraw from this purchase” on the page of your booking, which the link in your confirmation opens; we then acknowledge it by email without delay. To meet the deadline, it is sufficient that you send your statement before the withdrawal period has expired.`,
    'If you withdraw from this contract, we shall reimburse to you all payments received from you without undue delay and in any event not later than 14 days from the day on which we are informed about your decision to withdraw. We use the same means of payment as you used; you will not incur any fees.',
    `If you asked us to begin before the 14 days are over, the right of withdrawal ends earlier: when the meeting begins${meeting}. Until then you can withdraw with a full refund, also less than 24 hours before.`,
  ]
}

export const withdrawalFormTitle = 'Standard withdrawal form'

/** The lines of the form; `given` fills in what is known of a purchase. */
export function listWithdrawalFormLines(
  given: { service?: string; orderedOn?: string } = {},
): string[] {
  return [
    '(Complete and return this form only if you wish to withdraw from the contract.)',
    `To ${listContacts()}:`,
    'I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract for the provision of the following service:',
    given.service ?? '',
    `Ordered on: ${given.orderedOn ?? ''}`,
    'Name of consumer(s):',
    'Address of consumer(s):',
    'Signature of consumer(s) (only if this form is notified on paper):',
    'Date:',
    '(*) Delete as appropriate.',
  ].filter(Boolean)
}
