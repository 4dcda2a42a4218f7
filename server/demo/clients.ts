import type { Database } from '#server/db/database.ts'
import type { SyncParts } from '#server/sync/ports.ts'
import { push } from '#server/sync/push.ts'
import { epochOf } from '#server/sync/store.ts'
import type { Client } from '#shared/clients/fields.ts'
import { addDays, isoTime } from '#shared/lib/date.ts'
import { type DemoRow, journalLines, places, rows, twin } from './clients-content.ts'
import { people } from './year.ts'

/** A client of the demo, as the owner would have entered it. */
export interface DemoClient {
  /** When the client was added, UTC milliseconds. */
  at: number
  id: string
  set: Partial<Client>
}

/** About forty clients, some with journeys around `now`, and one duplicate. */
export function demoClients(now: number): DemoClient[] {
  const clients = rows.map((row, at) => demoClient(row, at, now))
  const [claire] = clients.filter(({ set }) => set.name === 'Claire Marchetti')
  const again = demoClient(twin, rows.length, now)
  const phone = claire?.set.phone ?? ''
  return [...clients, { ...again, set: { ...again.set, phone, email: '' } }].sort(
    (a, b) => a.at - b.at,
  )
}

function demoClient(row: DemoRow, index: number, now: number): DemoClient {
  const [name, location, phone, accommodation, dining, activities, notes] = row
  const known = people.find(({ firstName, lastName }) => `${firstName} ${lastName}` === name)
  const today = new Date(now).toISOString().slice(0, 10)
  const met = addDays(today, -((index * 37) % 340) - 12)
  return {
    at: Date.parse(`${met}T09:00:00Z`) + index * 60_000,
    id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    set: filled({
      name,
      location,
      email: known?.email ?? addressOf(name),
      phone: known?.phone ?? phone,
      accommodation,
      dining: listed(dining),
      transport: index % 3 === 0 ? 'Train where there is one' : '',
      activities: listed(activities),
      specialRequests: index % 7 === 0 ? 'A late breakfast, every day' : '',
      lastContact: addDays(today, -(index % 9) * 6 - 1),
      notes,
      trips: tripsOf(index, today),
      journal: journalOf(index, met),
    }),
  }
}

/** Trips of two in three clients: some are travelling now, some leave soon, some are back. */
function tripsOf(index: number, today: string): Client['trips'] {
  if (index % 3 === 1) return []
  const start = addDays(today, ((index * 11) % 70) - 18)
  const end = addDays(start, 4 + (index % 6))
  const place = places[index % places.length] ?? ''
  return [{ id: `trip-${index + 1}`, place, start, end }]
}

function journalOf(index: number, met: string): Client['journal'] {
  return journalLines.slice(0, index % 4).map((text, at) => ({
    id: `note-${index + 1}-${at + 1}`,
    at: `${addDays(met, at * 3)}T10:30:00.000Z`,
    text,
  }))
}

function listed(chips: string): string[] {
  return chips === '' ? [] : chips.split('; ')
}

function addressOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll('ø', 'o').toLowerCase()
  return `${plain.replaceAll(/[^a-z. ]/g, '').replaceAll(' ', '.')}@example.com`
}

function filled(client: Partial<Client>): Partial<Client> {
  return Object.fromEntries(Object.entries(client).filter(([, value]) => value.length > 0))
}

/** The device under which the demo's mutations are recorded; it does not exist. */
const DEVICE = { deviceId: 'demonstration', deviceName: 'Demonstration' }

/** Writes the clients as mutations of an owner's device, each at its own time. */
export async function fillBook(
  db: Database,
  sync: SyncParts,
  clients: readonly DemoClient[],
): Promise<void> {
  const epoch = epochOf(db.read)
  for (const [index, { at, id, set }] of clients.entries()) {
    const about = { coll: 'client', id, baseEpoch: epoch, baseRev: 0 } as const
    const sentAt = isoTime(at)
    const intent = { op: 'patch', ...about, base: {}, set, at: sentAt } as const
    const mutations = [{ mid: index + 1, intent }]
    const batch = { ...DEVICE, epoch, lastMid: index, now: at, sentAt, mutations }
    await db.write((tx) => push(tx, sync, batch))
  }
}
