import type { ClientField } from './schema.ts'

const names: Record<ClientField, string> = {
  name: 'Name',
  location: 'Location',
  email: 'Email',
  phone: 'Phone',
  accommodation: 'Accommodation',
  dining: 'Dining',
  transport: 'Transport',
  activities: 'Activities',
  specialRequests: 'Special requests',
  lastContact: 'Last contact',
  trips: 'Trips',
  notes: 'Notes',
  journal: 'Dated notes',
  otherEmails: 'Other e-mail addresses',
  distinctFrom: 'Not the same person',
}

/** A field in words; one that this version does not know goes by its own name. */
export function fieldName(field: string): string {
  return Object.hasOwn(names, field) ? names[field as ClientField] : field
}
