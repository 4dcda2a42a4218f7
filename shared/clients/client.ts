import type { Client } from './schema.ts'

export const emptyClient: Client = {
  name: '',
  location: '',
  email: '',
  phone: '',
  accommodation: '',
  dining: [],
  transport: '',
  activities: [],
  specialRequests: '',
  lastContact: '',
  trips: [],
  notes: '',
  journal: [],
  otherEmails: [],
  distinctFrom: [],
}

/** A stored record as a client: what it lacks is empty, what this version does not know stays beside it. */
export function clientOf(data: Record<string, unknown>): Client {
  return { ...emptyClient, ...data } as Client
}
