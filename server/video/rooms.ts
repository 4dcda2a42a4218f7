import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import { FAILING_AFTER } from '#server/jobs/store.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { DailyClient } from './daily-client.ts'

/** The fields of a booking that its video room needs. */
export interface RoomBooking {
  id: string
  /** UTC milliseconds, as is `end`. */
  start: number
  end: number
  /** Revision of the guest's calendar entry: rises with each change that the entry shows. */
  sequence: number
  /** Whether the meeting takes place, and in a video room. */
  needsRoom: boolean
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
  findBooking(tx: Tx, id: string): Promise<RoomBooking | undefined>
  saveMeetingUrl(tx: Tx, id: string, url: string): Promise<void>
  /** Called when a room was made and its link is in no mail yet, so that the guest gets it. */
  onRoomReady(tx: Tx, id: string): Promise<void>
  /** Called when the provider has failed for some minutes. May be called again at each retry. */
  onRoomFailed(tx: Tx, id: string): Promise<void>
}

const Payload = v.object({ bookingId: v.string() })

/** Makes one private video room for each confirmed booking; it is open only around its meeting. */
export class Rooms {
  constructor(private readonly parts: RoomParts) {
    parts.jobs.on('room', async (payload, { attempts }) =>
      this.updateRoom(v.parse(Payload, payload).bookingId, attempts),
    )
  }

  /** Queues the job that brings the room in line with the booking: create, new times or remove. */
  async queueUpdate(tx: Tx, booking: { id: string; sequence: number }): Promise<void> {
    await this.parts.jobs.add(tx, {
      kind: 'room',
      dedupeKey: `room:${booking.id}:${booking.sequence}`,
      payload: { bookingId: booking.id },
      runAt: this.parts.clock(),
    })
  }

  /**
   * The booking's meeting link; creates the room now if there is no link. Null if it needs no room,
   * or none can be made: no provider is set, or it fails. `announce`: mail a new link to the guest.
   */
  async ensureUrl(bookingId: string, announce: boolean): Promise<string | null> {
    const { db, client } = this.parts
    const booking = await this.parts.findBooking(db.read, bookingId)
    if (booking?.meetingUrl) return booking.meetingUrl
    if (!client || !booking || !this.isRoomNeeded(booking)) return null
    const url = await client.ensureRoom({ ...booking, name: this.getRoomName(booking) })
    if (url) return this.saveUrl(bookingId, url, announce)
    // Another call may have succeeded while this one failed.
    return (await this.parts.findBooking(db.read, bookingId))?.meetingUrl ?? null
  }

  /**
   * Stores the link, unless one is stored already: the first stored link stays. Another link made
   * at the same time opens the same room.
   */
  private saveUrl(bookingId: string, url: string, announce: boolean): Promise<string | null> {
    return this.parts.db.write(async (tx) => {
      const booking = await this.parts.findBooking(tx, bookingId)
      // The booking was cancelled or got another meeting location while the provider made the room.
      // The job queued by that change removes it; if that ran too early, the room expires after the
      // meeting, and nobody has its link.
      if (!booking || !this.isRoomNeeded(booking)) return booking?.meetingUrl ?? null
      if (booking.meetingUrl) return booking.meetingUrl
      await this.parts.saveMeetingUrl(tx, bookingId, url)
      if (announce) await this.parts.onRoomReady(tx, bookingId)
      return url
    })
  }

  /** Runs the job: brings the room in line with the booking; throws so that it is retried. */
  private async updateRoom(bookingId: string, attempts: number): Promise<void> {
    const { db, client } = this.parts
    const booking = await this.parts.findBooking(db.read, bookingId)
    if (!client || !booking) return
    const name = this.getRoomName(booking)
    if (!this.isRoomNeeded(booking)) {
      if (!(await client.removeRoom(name)))
        throw new Error('The video provider could not delete the room')
      return
    }
    // Also sets the times of a room that exists.
    const url = await client.ensureRoom({ ...booking, name })
    if (!url) {
      if (attempts + 1 >= FAILING_AFTER)
        await db.write((tx) => this.parts.onRoomFailed(tx, bookingId))
      throw new Error('The video provider could not create the room')
    }
    await this.saveUrl(bookingId, url, true)
  }

  private isRoomNeeded({ needsRoom, end }: RoomBooking): boolean {
    return needsRoom && end > this.parts.clock()
  }

  /** The room's name, signed with the key it was made with, which may be older than the current. */
  private getRoomName({ id, meetingUrl }: RoomBooking): string {
    const names = this.parts.keys.signatures(`room:${id}`).map((text) => text.slice(0, 32))
    return names.find((name) => meetingUrl?.includes(name)) ?? String(names[0])
  }
}
