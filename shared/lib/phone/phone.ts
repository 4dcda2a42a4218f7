import * as v from 'valibot'
import { ok, type Result, refuse } from '#shared/lib/result.ts'
import { type DialCode, findByCountry, findByLeadingDigits } from './dial-codes.ts'
import { formatExtension, normalizePhoneText, splitExtension } from './phone-text.ts'

/** A phone number as read from a text. */
export interface PhoneNumber {
  /** The country whose code the number has. */
  country: string
  dialCode: string
  /** Without dial code and without the digit that is dialled only within the country. */
  digits: string
  /** The same digits with the spaces and hyphens of the text. */
  national: string
  extension: string
  /** Whether the text named the country code itself, with `+` or `00`. */
  isInternational: boolean
}

/**
 * Reads a number as typed, pasted or filled in beside a chosen country. A number with `+` or `00`
 * has its own country code; the chosen country stays if it shares that code. Undefined if the text
 * names a country code that does not exist.
 */
export function readPhone(text: string, country: string): PhoneNumber | undefined {
  const { number, extension } = splitExtension(normalizePhoneText(text))
  const international = splitInternational(number, country)
  const chosen = findByCountry(country)
  if (international && !international.plan) return undefined
  const plan = international?.plan ?? chosen
  if (!plan) return undefined
  const rest = international?.rest ?? number
  const full = toFullNumber(plan, toNationalDigits(rest, plan))
  return {
    country: (chosen?.code === full.plan.code ? chosen : full.plan).country,
    dialCode: full.plan.code,
    digits: full.digits,
    national: formatExtension(takeLastDigits(rest, full.digits.length), extension),
    extension,
    isInternational: international !== undefined,
  }
}

const toDigits = (text: string) => text.replaceAll(/\D/g, '')

/** The code by which a country's rules are found: all of the North American plan have the same. */
const toRuleCode = (code: string) => (code.startsWith('+1') ? '+1' : code)

/** Prefixes for international calls other than `00`, by the chosen country's code. */
const internationalPrefixes: Record<string, string> = { '+1': '011', '+61': '0011', '+81': '010' }

/** The text after a leading country code, if it has one; without a plan if no country has the code. */
function splitInternational(
  text: string,
  country: string,
): { plan: DialCode | undefined; rest: string } | undefined {
  const isMarked = /^\D*\+/.test(text)
  const own = internationalPrefixes[toRuleCode(findByCountry(country)?.code ?? '')]
  const digits = toDigits(text)
  const prefix = isMarked ? '' : [own, '00'].find((one) => one && digits.startsWith(one))
  if (prefix === undefined) return undefined
  const plan = findByLeadingDigits(digits.slice(prefix.length))
  if (!plan) return isMarked ? { plan, rest: text } : undefined
  const rest = dropDigits(text, prefix.length + plan.code.length - 1)
  // `+47 0047 412…` and `+47 +47 412…`: the code of the field, then the whole number.
  const isRepeated = /^\D*(\+|00)/.test(rest)
  return (isRepeated && splitInternational(rest, country)) || { plan, rest }
}

function dropDigits(text: string, count: number): string {
  let rest = text
  for (let dropped = 0; dropped < count; dropped++) rest = rest.replace(/^\D*\d/, '')
  return rest
}

// Numbers of these countries may begin with 0, which is therefore always dialled.
const keepsZero = new Set(['+39', '+225', '+226', '+229', '+241', '+242', '+378', '+992'])

/** Digits other than 0 that are dialled before a number within the country only, by dial code. */
const trunkPrefixes: Record<string, RegExp> = {
  '+1': /^1/,
  '+7': /^8/,
  '+36': /^06/,
  // Before 2019 and 2020, and still in many address books.
  '+52': /^(01|04[45]|1)/,
  '+370': /^8/,
  '+375': /^80?/,
  '+692': /^1/,
  '+993': /^8/,
}

/** The digits without country code and without trunk prefix. */
function toNationalDigits(text: string, plan: DialCode): string {
  const { code, shortest, longest } = plan
  const zeroStays = keepsZero.has(code)
  // `+44 (0)7700…`: the zero in brackets is never dialled after the code.
  const digits = toDigits(zeroStays ? text : text.replace(/^([\s).-]*)\(0\)/, '$1'))
  const prefix = trunkPrefixes[toRuleCode(code)]
  const isTooLong = digits.length > longest
  if (isTooLong && prefix?.test(digits)) return digits.replace(prefix, '')
  // `47 412 09 877` beside +47.
  const bare = digits.slice(code.length - 1)
  const repeatsCode = isTooLong && `+${digits}`.startsWith(code)
  if (repeatsCode && bare.length >= shortest && bare.length <= longest) return bare
  return digits.startsWith('0') && (!zeroStays || isTooLong) ? digits.slice(1) : digits
}

/** North American numbers are written with ten digits, of which some countries' codes take three. */
function toFullNumber(plan: DialCode, digits: string): { plan: DialCode; digits: string } {
  if (!plan.code.startsWith('+1')) return { plan, digits }
  const whole = digits.length < 10 ? plan.code.slice(1) + digits : `1${digits}`
  const owner = findByLeadingDigits(whole) ?? plan
  return { plan: owner, digits: whole.slice(owner.code.length - 1) }
}

/** The end of the text with this many digits, with spaces and hyphens between them. */
function takeLastDigits(text: string, count: number): string {
  const rest = dropDigits(text, toDigits(text).length - count)
  return rest
    .replaceAll(/[^\d\s-]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s-]+|[\s-]+$/g, '')
}

/** Keeps what the field allows while typing: `+`, digits, spaces, hyphens and an extension. */
export function stripPhone(text: string, before = ''): string {
  const plain = normalizePhoneText(text)
  const { number, extension, hasMark } = splitExtension(plain)
  const plus = /^\D*\+/.test(number) ? '+' : ''
  const kept = plus + number.replaceAll(/[^\d\s-]/g, '').replace(/^\s+/, '')
  // Deleting backwards through the sign of an extension removes it.
  if (hasMark && (extension || text.length > before.length)) return `${kept} ext. ${extension}`
  return hasMark || text.trimEnd() === text ? kept : `${kept.trimEnd()} `
}

const MIN_DIGITS = 8
/** Including the dial code (ITU-T E.164). */
const MAX_DIGITS = 15
export const TOO_SHORT = 'Phone number must have at least 8 digits'
const TOO_LONG = 'Phone number is too long'
const UNKNOWN_CODE = 'Invalid country code'

// Austria and Finland have shorter numbers, too, but eight digits are specified for them.
const eightDigitCodes = new Set(['+358', '+43'])

/** The message for a number as typed; undefined if it is valid. */
export function validatePhone(country: string, text: string): string | undefined {
  return findProblem(readPhone(text, country))
}

function findProblem(number: PhoneNumber | undefined): string | undefined {
  if (!number) return UNKNOWN_CODE
  const { country, dialCode, digits } = number
  const shortest = eightDigitCodes.has(dialCode) ? MIN_DIGITS : findByCountry(country)?.shortest
  if (digits.length < Math.min(MIN_DIGITS, shortest ?? MIN_DIGITS)) return TOO_SHORT
  return dialCode.length - 1 + digits.length > MAX_DIGITS ? TOO_LONG : undefined
}

/**
 * The same for a number that is written freely, with or without a country code, as the owner writes
 * a client's.
 */
export function isPhoneTooShort(text: string): boolean {
  const number = readPhone(text, '')
  return number
    ? findProblem(number) === TOO_SHORT
    : toDigits(splitExtension(normalizePhoneText(text)).number).length < MIN_DIGITS
}

/** The number as wire text, `+47 41209877`; what cannot be read stays as typed. */
export function formatPhone(country: string, text: string): string {
  const number = readPhone(text, country)
  return number ? toWireText(number) : text.trim()
}

function toWireText({ dialCode, digits, extension }: PhoneNumber): string {
  return formatExtension(`${dialCode} ${digits}`, extension)
}

/** Reads a text that names its country code, such as the wire text. */
export function parsePhone(text: string): Result<PhoneNumber> {
  const number = readPhone(text, '')
  const problem = findProblem(number)
  return number && !problem ? ok(number) : refuse('phone', problem ?? UNKNOWN_CODE)
}

/** The phone number of a form post, as wire text. */
export const Phone = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('Please enter your phone number.'),
  v.maxLength(40, TOO_LONG),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parsePhone(dataset.value)
    if (parsed.ok) return toWireText(parsed.value)
    addIssue({ message: parsed.refusal.error })
    return NEVER
  }),
)
