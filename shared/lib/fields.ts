import * as v from 'valibot'
import { emailAddress } from './email-address.ts'

// Fields as people type them into the site's forms: trimmed, bounded, absent means empty.

const tooLong = (max: number) => `Please keep this under ${max} characters.`

export const optionalText = (max: number) =>
  v.optional(v.pipe(v.string(), v.trim(), v.maxLength(max, tooLong(max))), '')

export const requiredText = (max: number, missing: string) =>
  v.pipe(v.optional(v.string(), ''), v.trim(), v.nonEmpty(missing), v.maxLength(max, tooLong(max)))

export const FirstName = requiredText(100, 'Please enter your first name.')
export const LastName = requiredText(100, 'Please enter your last name.')

export const NOT_AN_ADDRESS = 'Please enter an email address such as name@example.com.'

export const Email = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('Please enter your email.'),
  v.maxLength(254, 'This email address is too long.'),
  emailAddress(NOT_AN_ADDRESS),
)
