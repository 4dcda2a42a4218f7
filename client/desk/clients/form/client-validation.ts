import type { FieldErrors } from '#client/lib/use-form.ts'
import type { Client } from '#shared/clients/client-fields.ts'
import { isEmailAddress, parseEmailAddress } from '#shared/lib/form-fields.ts'
import { isPhoneTooShort, TOO_SHORT } from '#shared/lib/phone/phone.ts'
import { normalizePhoneText } from '#shared/lib/phone/phone-text.ts'

/** A fault that prevents saving. */
interface ValidationError {
  controlName: string
  /** Shown under the control. */
  message: string
  /** Parts of the sentence in the summary: `Name` and `is empty`. */
  subject: string
  problem: string
}

/**
 * The faults of a form. Only a name is required. Email and phone of an existing client are checked
 * only if they have changed, because an import takes them as they are.
 */
export function validateClient(fields: Client, base: Client): ValidationError[] {
  const isChecked = (field: 'email' | 'phone') =>
    fields[field].trim() !== '' && fields[field] !== base[field]
  return [
    ...validateName(fields.name),
    ...(isChecked('email') ? validateEmail(fields.email) : []),
    ...(isChecked('phone') ? validatePhone(fields.phone) : []),
    ...fields.trips.flatMap(validateTrip),
  ]
}

function validateName(name: string): ValidationError[] {
  if (name.trim() !== '') return []
  return [{ controlName: 'name', message: 'Enter a name', subject: 'Name', problem: 'is empty' }]
}

function validateEmail(email: string): ValidationError[] {
  if (isEmailAddress(email)) return []
  const message = 'Enter an email address such as name@example.com'
  return [{ controlName: 'email', message, subject: 'email address', problem: 'is not complete' }]
}

function validatePhone(phone: string): ValidationError[] {
  if (!isPhoneTooShort(phone)) return []
  const subject = 'phone number'
  return [{ controlName: 'phone', message: TOO_SHORT, subject, problem: 'is too short' }]
}

function validateTrip(trip: Client['trips'][number], at: number): ValidationError[] {
  const fault = (control: string, message: string, verdict: string) => [
    { controlName: `trip-${at}-${control}`, message, subject: `trip ${at + 1}`, problem: verdict },
  ]
  if (trip.place.trim() === '') return fault('place', 'Enter a place', 'has no place')
  if (trip.start === '') return fault('start', 'Choose a date', 'has no first day')
  if (trip.end === '') return fault('end', 'Choose a date', 'has no last day')
  if (trip.end < trip.start)
    return fault('end', 'Choose a day that is not before the first', 'ends before it begins')
  return []
}

/** The first message of each control. */
export function toFieldErrors(errors: readonly ValidationError[]): FieldErrors {
  return Object.fromEntries(errors.map(({ controlName, message }) => [controlName, message]))
}

/** The values to store: trimmed, and with the email address in its canonical form. */
export function trimFields(fields: Client): Client {
  const lines = ['name', 'location'] as const
  const tidy = Object.fromEntries(lines.map((name) => [name, fields[name].trim()]))
  const trips = fields.trips.map((trip) => ({ ...trip, place: trip.place.trim() }))
  const email = parseEmailAddress(fields.email) ?? fields.email.trim()
  return { ...fields, ...tidy, email, phone: normalizePhoneText(fields.phone), trips }
}
