import { business } from '#shared/site/owner/business.ts'

/**
 * SAMPLE: have a lawyer read it. The instructions on withdrawal and the standard form of directive
 * 2011/83/EU, annex I, which Norway's regulation on the standard form repeats.
 */
export const withdrawalTitle = 'Right of withdrawal'

const listContacts = () =>
  [business.legalName, business.address, business.email, business.phone].filter(Boolean).join(', ')

/** `until`: the last moment, in words; left out where it is not known, as in the terms. */
export function getWithdrawalInstructions(until?: string): string[] {
  const last = until === undefined ? '' : ` For this purchase that is until ${until}.`
  return [
    `If you buy as a private person, you have the right to withdraw from this contract within 14 days without giving any reason. The withdrawal period will expire after 14 days from the day of the conclusion of the contract, which is the day you pay; if its last day is a weekend or a public holiday in Norway, it ends on the next working day.${last} Moving the meeting does not change it.`,
    `To exercise the right of withdrawal, you must inform us (${listContacts()}) of your decision to withdraw from this contract by an unequivocal statement, for example a letter or an email. You may use the standard withdrawal form, but it is not obligatory. You can also press “Withdraw from this purchase” on the page of your booking, which the link in your confirmation opens; we then acknowledge it by email without delay. To meet the deadline, it is sufficient that you send your statement before the withdrawal period has expired.`,
    'If you withdraw from this contract, we shall reimburse to you all payments received from you without undue delay and in any event not later than 14 days from the day on which we are informed about your decision to withdraw. We use the same means of payment as you used; you will not incur any fees.',
    'If you asked us to begin before the 14 days are over, the right of withdrawal ends when the meeting begins. Until then you can withdraw with a full refund, also less than 24 hours before.',
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
