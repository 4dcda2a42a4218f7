import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import { TROUBLED_AFTER } from '#server/jobs/store.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { DailyClient } from './daily.ts'

/** The fields of a booking that its video room needs. */
export interface RoomBooking {
  id: string
  /** UTC milliseconds. */
  start: number
  end: number
  sequence: number
  /** Whether the meeting takes place, and in a video room. */
  wanted: boolean
  meetingUrl: string | null
}

export interface RoomParts {
  db: Database
  jobs: JobQueue
  clock: Clock
  /** Signs room names, so that they cannot be computed from a booking's id. */
  keys: Keys
  /** Undefined if no video provider is set. */
  client: DailyClient | undefined
  findBooking(tx: Tx, id: string): RoomBooking | undefined
  saveMeetingUrl(tx: Tx, id: string, url: string): void
  /** Called when a room was made and its link is in no mail yet, so that the guest gets it. */
  roomReady(tx: Tx, id: string): void
  /** Called when the provider has failed for some minutes. May be called again at each retry. */
  roomFailed(tx: Tx, id: string): void
}

const Payload = v.object({ bookingId: v.string() })

/** Makes one private video room for each confirmed booking; it is open only around its meeting. */
export class Rooms {
  constructor(private readonly parts: RoomParts) {
    parts.jobs.on('room', async (payload, { attempts }) =>
      this.settle(v.parse(Payload, payload).bookingId, attempts),
    )
  }

  /** Queues the job that brings the room in line with the booking: create, new times or remove. */
  queue(tx: Tx, booking: { id: string; sequence: number }): void {
    this.parts.jobs.add(tx, {
      kind: 'room',
      dedupe: `room:${booking.id}:${booking.sequence}`,
      payload: { bookingId: booking.id },
      runAt: this.parts.clock(),
    })
  }

  /**
   * The booking's meeting link; creates the room now if it does not exist. Null if no room is
   * wanted or the provider fails. `announce`: mail a new link to the guest.
   */
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

  /**
   * Stores the link, unless one is stored already: the first stored link stays. Another link made
   * at the same time opens the same room.
   */
  private keep(bookingId: string, url: string, announce: boolean): Promise<string | null> {
    return this.parts.db.write((tx) => {
      const booking = this.parts.findBooking(tx, bookingId)
      // The booking was cancelled or got another meeting location while the provider made the room.
      if (!booking || !this.isWanted(booking)) return booking?.meetingUrl ?? null
      if (booking.meetingUrl) return booking.meetingUrl
      this.parts.saveMeetingUrl(tx, bookingId, url)
      if (announce) this.parts.roomReady(tx, bookingId)
      return url
    })
  }

  /** Runs the job: brings the room in line with the booking; throws so that it is retried. */
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

  /** The room's name, signed with the key it was made with, which may be older than the current. */
  private nameOf({ id, meetingUrl }: RoomBooking): string {
    const names = this.parts.keys.signatures(`room:${id}`).map((text) => text.slice(0, 32))
    return names.find((name) => meetingUrl?.includes(name)) ?? String(names[0])
  }
}
