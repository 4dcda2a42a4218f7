import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import { TROUBLED_AFTER } from '#server/jobs/store.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { DailyClient } from './daily.ts'

/** What a room has to know of its booking. */
export interface RoomBooking {
  id: string
  /** UTC milliseconds. */
  start: number
  end: number
  sequence: number
  /** Whether the meeting is to take place, and in a room of ours. */
  wanted: boolean
  meetingUrl: string | null
}

export interface RoomParts {
  db: Database
  jobs: JobQueue
  clock: Clock
  /** Makes names that cannot be worked out from a booking's id. */
  keys: Keys
  /** Undefined where no video provider is set. */
  client: DailyClient | undefined
  findBooking(tx: Tx, id: string): RoomBooking | undefined
  saveMeetingUrl(tx: Tx, id: string, url: string): void
  /** A room came to be outside of any mail: its guest may be waiting for the link. */
  roomReady(tx: Tx, id: string): void
  /** The provider gave no room for minutes; asked again and again, it is told once. */
  roomFailed(tx: Tx, id: string): void
}

const Payload = v.object({ bookingId: v.string() })

/** One private room for each confirmed booking, open around its meeting and gone afterwards. */
export class Rooms {
  constructor(private readonly parts: RoomParts) {
    parts.jobs.on('room', async (payload, { attempts }) =>
      this.settle(v.parse(Payload, payload).bookingId, attempts),
    )
  }

  /** Queues what a booking's new state asks for: a room, new times for it, or its end. */
  queue(tx: Tx, booking: { id: string; sequence: number }): void {
    this.parts.jobs.add(tx, {
      kind: 'room',
      dedupe: `room:${booking.id}:${booking.sequence}`,
      payload: { bookingId: booking.id },
      runAt: this.parts.clock(),
    })
  }

  /** The booking's link, made now if it can be. `announce`: the guest is to hear of a new one. */
  async ensure(bookingId: string, announce: boolean): Promise<string | null> {
    const { db, client } = this.parts
    const booking = this.parts.findBooking(db.read, bookingId)
    if (booking?.meetingUrl) return booking.meetingUrl
    if (!client || !booking || !this.isWanted(booking)) return null
    const url = await client.ensureRoom({ ...booking, name: this.nameOf(booking) })
    if (url) return this.keep(bookingId, url, announce)
    // Another call may have succeeded while this one failed.
    return this.parts.findBooking(db.read, bookingId)?.meetingUrl ?? null
  }

  /** The first link kept is the link; another that was made meanwhile opens the same room. */
  private keep(bookingId: string, url: string, announce: boolean): Promise<string | null> {
    return this.parts.db.write((tx) => {
      const booking = this.parts.findBooking(tx, bookingId)
      // Cancelled, or held elsewhere, while the provider made the room.
      if (!booking || !this.isWanted(booking)) return booking?.meetingUrl ?? null
      if (booking.meetingUrl) return booking.meetingUrl
      this.parts.saveMeetingUrl(tx, bookingId, url)
      if (announce) this.parts.roomReady(tx, bookingId)
      return url
    })
  }

  /** The job: makes the room as the booking now is; throws to be tried again. */
  private async settle(bookingId: string, attempts: number): Promise<void> {
    const { db, client } = this.parts
    const booking = this.parts.findBooking(db.read, bookingId)
    if (!client || !booking) return
    const name = this.nameOf(booking)
    if (!this.isWanted(booking)) {
      if (!(await client.removeRoom(name))) throw new Error('The room could not be removed')
      return
    }
    const url = await client.ensureRoom({ ...booking, name })
    if (!url) {
      if (attempts + 1 >= TROUBLED_AFTER)
        await db.write((tx) => this.parts.roomFailed(tx, bookingId))
      throw new Error('The room could not be made')
    }
    await this.keep(bookingId, url, true)
  }

  private isWanted({ wanted, end }: RoomBooking): boolean {
    return wanted && end > this.parts.clock()
  }

  /** A room keeps the name that it was made with, by a key that may have been replaced since. */
  private nameOf({ id, meetingUrl }: RoomBooking): string {
    const names = this.parts.keys.signatures(`room:${id}`).map((text) => text.slice(0, 32))
    return names.find((name) => meetingUrl?.includes(name)) ?? String(names[0])
  }
}
