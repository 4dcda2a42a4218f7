import type { Database } from '#server/db/database.ts'
import { readEpoch } from '#server/db/metadata.ts'
import type { SyncParts } from '#server/sync/ports.ts'
import { applyPush } from '#server/sync/push.ts'
import type { Client } from '#shared/clients/client-fields.ts'
import { addDays, toIsoTime } from '#shared/lib/date.ts'
import content from './clients.json' with { type: 'json' }
import { people } from './visits.ts'

/** Invented, as all of the demo. Clients with the name of a visitor in `visits.ts` come first. */
interface DemoClientRow {
  name: string
  location: string
  phone?: string | undefined
  accommodation?: string | undefined
  dining?: string[] | undefined
  activities?: string[] | undefined
  notes?: string | undefined
}

const { tripPlaces, journalLines } = content

/** A client of the demo, as the owner would have entered it. */
export interface DemoClient {
  /** When the client was added, UTC milliseconds. */
  createdAt: number
  id: string
  fields: Partial<Client>
}

/** About forty clients, some with journeys around `now`, and one duplicate. */
export function createDemoClients(now: number): DemoClient[] {
  const clients = content.clients.map((row, at) => createDemoClient(row, at, now))
  const [claire] = clients.filter(({ fields }) => fields.name === 'Claire Marchetti')
  const again = createDemoClient(content.duplicate, clients.length, now)
  const phone = claire?.fields.phone ?? ''
  return [...clients, { ...again, fields: { ...again.fields, phone, email: '' } }].sort(
    (a, b) => a.createdAt - b.createdAt,
  )
}

function createDemoClient(row: DemoClientRow, index: number, now: number): DemoClient {
  const { name, location, phone = '', accommodation = '', notes = '' } = row
  const known = people.find(({ firstName, lastName }) => `${firstName} ${lastName}` === name)
  const today = new Date(now).toISOString().slice(0, 10)
  const met = addDays(today, -((index * 37) % 340) - 12)
  return {
    createdAt: Date.parse(`${met}T09:00:00Z`) + index * 60_000,
    id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    fields: removeEmptyFields({
      name,
      location,
      email: known?.email ?? toEmailAddress(name),
      phone: known?.phone ?? phone,
      accommodation,
      dining: row.dining ?? [],
      transport: index % 3 === 0 ? 'Train where there is one' : '',
      activities: row.activities ?? [],
      specialRequests: index % 7 === 0 ? 'A late breakfast, every day' : '',
      lastContact: addDays(today, -(index % 9) * 6 - 1),
      notes,
      trips: createTrips(index, today),
      journal: createJournal(index, met),
    }),
  }
}

/** Trips of two in three clients: some are travelling now, some leave soon, some are back. */
function createTrips(index: number, today: string): Client['trips'] {
  if (index % 3 === 1) return []
  const start = addDays(today, ((index * 11) % 70) - 18)
  const end = addDays(start, 4 + (index % 6))
  const place = tripPlaces[index % tripPlaces.length] ?? ''
  return [{ id: `trip-${index + 1}`, place, start, end }]
}

function createJournal(index: number, met: string): Client['journal'] {
  return journalLines.slice(0, index % 4).map((text, at) => ({
    id: `note-${index + 1}-${at + 1}`,
    at: `${addDays(met, at * 3)}T10:30:00.000Z`,
    text,
  }))
}

function toEmailAddress(name: string): string {
  const plain = name.normalize('NFD').replaceAll('ø', 'o').toLowerCase()
  return `${plain.replaceAll(/[^a-z. ]/g, '').replaceAll(' ', '.')}@example.com`
}

function removeEmptyFields(client: Partial<Client>): Partial<Client> {
  return Object.fromEntries(Object.entries(client).filter(([, value]) => value.length > 0))
}

/** The device under which the demo's mutations are recorded; it does not exist. */
export const DEMO_DEVICE = { deviceId: 'demonstration', deviceName: 'Demonstration' }

/** Writes the clients as mutations of an owner's device, each at its own time. */
export async function insertDemoClients(
  db: Database,
  sync: SyncParts,
  clients: readonly DemoClient[],
): Promise<void> {
  const epoch = await readEpoch(db.read)
  for (const [index, { createdAt, id, fields }] of clients.entries()) {
    const about = { coll: 'client', id, baseEpoch: epoch, baseRev: 0 } as const
    const sentAt = toIsoTime(createdAt)
    const intent = { op: 'patch', ...about, base: {}, set: fields, at: sentAt } as const
    const mutations = [{ mid: index + 1, intent }]
    const batch = { ...DEMO_DEVICE, epoch, lastMid: index, now: createdAt, sentAt, mutations }
    await db.write((tx) => applyPush(tx, sync, batch))
  }
}
