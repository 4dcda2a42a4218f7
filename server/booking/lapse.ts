import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import { lapse } from './commands.ts'
import type { BookingParts } from './ports.ts'
import { type Booking, bookingsIn } from './store.ts'

const KIND = 'request-lapse'
const Payload = v.object({ bookingId: v.string() })

interface LapseParts {
  db: Database
  jobs: JobQueue
  rules: BookingParts
}

/** Queues the end of a request for the moment of its start; whoever is answered by then has none. */
export function planLapse(tx: Tx, jobs: JobQueue, { id, starts_at }: Booking): void {
  const payload: v.InferOutput<typeof Payload> = { bookingId: id }
  jobs.add(tx, { kind: KIND, dedupe: `${KIND}:${id}`, payload, runAt: starts_at })
}

export function registerLapses({ db, jobs, rules }: LapseParts): void {
  jobs.on(KIND, async (payload) => {
    const { bookingId } = v.parse(Payload, payload)
    await db.write((tx) => lapse(tx, rules, bookingId))
  })
}

/** Requests from before there was an end to them. */
export async function planLapses({ db, jobs }: Pick<LapseParts, 'db' | 'jobs'>): Promise<void> {
  await db.write((tx) => {
    for (const booking of bookingsIn(tx, 'requested')) planLapse(tx, jobs, booking)
  })
}
