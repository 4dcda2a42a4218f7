/** What a card form holds while it is typed. It lives in memory only and is never sent. */
export interface CardDraft {
  number: string
  expiry: string
  cvc: string
  name: string
}

export type CardField = keyof CardDraft

/** The longest card numbers in use have 19 digits. */
const MAX_DIGITS = 19

const digitsOf = (text: string, max: number) => text.replace(/\D/g, '').slice(0, max)

/** `4242424242424242` as `4242 4242 4242 4242`. */
export function spacedNumber(text: string): string {
  return digitsOf(text, MAX_DIGITS).replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** `1230` as `12 / 30`; a month that can only have one digit gets its zero. */
export function spacedExpiry(text: string): string {
  const typed = digitsOf(text, 5)
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4)
  if (digits.length > 2) return `${digits.slice(0, 2)} / ${digits.slice(2)}`
  return digits
}

export function plainCvc(text: string): string {
  return digitsOf(text, 4)
}

/** The check digit that every card number carries (ISO/IEC 7812). */
export function passesLuhn(number: string): boolean {
  const digits = [...number.replace(/\D/g, '')].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 0 ? digit : digit * 2
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return digits.length > 0 && sum % 10 === 0
}

function numberProblem(number: string): string | undefined {
  const { length } = digitsOf(number, MAX_DIGITS)
  if (length === 0) return 'Please enter the card number.'
  if (length < 12) return 'The card number is incomplete.'
  return passesLuhn(number) ? undefined : 'This card number is not valid. Please check the digits.'
}

function expiryProblem(expiry: string, now: number): string | undefined {
  const digits = digitsOf(expiry, 4)
  if (digits.length === 0) return 'Please enter the expiry date.'
  if (digits.length < 4) return 'The expiry date is incomplete.'
  const month = Number(digits.slice(0, 2))
  if (month < 1 || month > 12) return 'The month lies between 01 and 12.'
  // A card is good through the last day of its month, wherever on Earth that ends last: 12 h behind UTC.
  const goodUntil = Date.UTC(2000 + Number(digits.slice(2)), month, 1, 12)
  return now < goodUntil ? undefined : 'This card has expired.'
}

function cvcProblem(cvc: string): string | undefined {
  if (cvc === '') return 'Please enter the CVC.'
  return cvc.length < 3 ? 'The CVC is incomplete.' : undefined
}

/** The first problem of each field, in the order of the form. */
export function cardProblems(card: CardDraft, now: number): Partial<Record<CardField, string>> {
  const problems = {
    number: numberProblem(card.number),
    expiry: expiryProblem(card.expiry, now),
    cvc: cvcProblem(card.cvc),
    name: card.name.trim() ? undefined : 'Please enter the name on the card.',
  }
  const found = Object.entries(problems).filter((entry): entry is [CardField, string] =>
    Boolean(entry[1]),
  )
  return Object.fromEntries(found)
}
