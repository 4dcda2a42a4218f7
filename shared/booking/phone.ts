import * as v from 'valibot'
import { ok, type Result, refuse } from '#shared/lib/result.ts'
import { isDialCode } from './dial-codes.ts'

const MIN_PHONE_DIGITS = 8

/** As the field allows: digits, spaces and hyphens. */
export function stripPhone(text: string): string {
  return text.replace(/[^\d\s-]/g, '')
}

/** The message for a number as typed, or undefined when it will do. */
export function phoneProblem(digits: string): string | undefined {
  const count = digits.replace(/\D/g, '').length
  return count < MIN_PHONE_DIGITS ? 'Phone number must have at least 8 digits' : undefined
}

/** `+47` and `412 09 877` as the one wire text, `+47 41209877`. */
export function joinPhone(dialCode: string, digits: string): string {
  return `${dialCode} ${digits.replace(/\D/g, '')}`
}

/** Reads the wire text; the longest known dial code wins where none is set apart by a space. */
export function parsePhone(text: string): Result<{ dialCode: string; digits: string }> {
  const compact = text.trim()
  const dialCode = dialCodeOf(compact)
  if (!dialCode) return refuse('phone', 'Invalid country code')
  const digits = compact.slice(dialCode.length).replace(/\D/g, '')
  const problem = phoneProblem(digits)
  return problem ? refuse('phone', problem) : ok({ dialCode, digits })
}

function dialCodeOf(text: string): string | undefined {
  const apart = /^(\+\d{1,4})[\s-]/.exec(text)?.[1]
  if (apart) return isDialCode(apart) ? apart : undefined
  const prefixes = [5, 4, 3, 2].map((length) => text.slice(0, length))
  return prefixes.find(isDialCode)
}

/** The wire text of a form. */
export const Phone = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('Please enter your phone number.'),
  v.maxLength(40, 'Phone number is too long'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const parsed = parsePhone(dataset.value)
    if (!parsed.ok) addIssue({ message: parsed.refusal.error })
  }),
)
