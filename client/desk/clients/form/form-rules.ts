import type { Client } from '#shared/clients/fields.ts'
import { isEmailAddress, readEmailAddress } from '#shared/lib/fields.ts'

const FEWEST_DIGITS = 8

/** A fault that prevents saving. */
export interface Fault {
  /** The name of the control. */
  control: string
  /** Shown under the control. */
  message: string
  /** Parts of the sentence in the summary: `Location` and `is empty`. */
  subject: string
  verdict: string
}

/**
 * The faults of a form. Location, email and phone of an existing client are checked only if they
 * have changed, because an imported client may lack them.
 */
export function faultsOf(fields: Client, base: Client): Fault[] {
  const known = (field: 'location' | 'email' | 'phone') =>
    base.name !== '' && fields[field] === base[field]
  return [
    ...nameFaults(fields.name),
    ...(known('location') ? [] : locationFaults(fields.location)),
    ...(known('email') ? [] : emailFaults(fields.email)),
    ...(known('phone') ? [] : phoneFaults(fields.phone)),
    ...fields.trips.flatMap(tripFaults),
  ]
}

function nameFaults(name: string): Fault[] {
  return name.trim() === '' ? [empty('name', 'Name', 'Enter a name')] : []
}

function locationFaults(location: string): Fault[] {
  return location.trim() === '' ? [empty('location', 'Location', 'Enter a town and country')] : []
}

function emailFaults(email: string): Fault[] {
  if (email.trim() === '') return [empty('email', 'Email', 'Enter an email address')]
  if (isEmailAddress(email)) return []
  const message = 'Enter an email address such as name@example.com'
  return [{ control: 'email', message, subject: 'email address', verdict: 'is not complete' }]
}

function phoneFaults(phone: string): Fault[] {
  const digits = phone.replaceAll(/\D/g, '').length
  if (digits >= FEWEST_DIGITS) return []
  const message = 'Phone number must have at least 8 digits'
  if (digits === 0) return [empty('phone', 'Phone number', message)]
  return [{ control: 'phone', message, subject: 'phone number', verdict: 'is too short' }]
}

function tripFaults(trip: Client['trips'][number], at: number): Fault[] {
  const fault = (control: string, message: string, verdict: string) => [
    { control: `trip-${at}-${control}`, message, subject: `trip ${at + 1}`, verdict },
  ]
  if (trip.place.trim() === '') return fault('place', 'Enter a place', 'has no place')
  if (trip.start === '') return fault('start', 'Choose a date', 'has no first day')
  if (trip.end === '') return fault('end', 'Choose a date', 'has no last day')
  if (trip.end < trip.start)
    return fault('end', 'Choose a day that is not before the first', 'ends before it begins')
  return []
}

function empty(control: string, subject: string, message: string): Fault {
  return { control, message, subject, verdict: 'is empty' }
}

/** The values to store: trimmed, and with the e-mail address in its canonical form. */
export function trimmed(fields: Client): Client {
  const lines = ['name', 'location', 'phone'] as const
  const tidy = Object.fromEntries(lines.map((name) => [name, fields[name].trim()]))
  const trips = fields.trips.map((trip) => ({ ...trip, place: trip.place.trim() }))
  const email = readEmailAddress(fields.email) ?? fields.email.trim()
  return { ...fields, ...tidy, email, trips }
}
