import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { moveByGuest } from '#server/booking/commands.ts'
import {
  acceptRequest,
  addNote,
  cancelWithRefund,
  dismissCurrentClash,
  markCompleted,
  markNoShow,
  moveToStart,
  type OwnerAction,
  offerStarts,
  refundAmount,
  resendMail,
  runOwnerCommand,
  setLocation,
} from '#server/booking/desk-commands.ts'
import { readDeskBooking } from '#server/booking/desk-queries.ts'
import { type Booking, findBooking, releaseCells } from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import { mapInOrder } from '#server/lib/in-order.ts'
import { createLog } from '#server/lib/log.ts'
import { beginPayment, confirmDemo } from '#server/payment/commands.ts'
import { readSettings } from '#server/settings.ts'
import { createFeatures } from '#server/wiring/features.ts'
import type { BookingLocation } from '#shared/booking/meeting-location-api.ts'
import type { OwnerCommand } from '#shared/booking/owner-commands.ts'
import { toWireServiceType } from '#shared/booking/schema.ts'
import { listCells } from '#shared/booking/slots.ts'
import { type BookingStatus, blockingStatuses } from '#shared/booking/status.ts'
import type { ServiceType } from '#shared/content/service.ts'
import { getService } from '#shared/content/services.ts'
import { openDatabase } from '#tests/support/db/database.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { testKeys } from '#tests/support/server/keys.ts'
import { TODAY } from '#tests/support/server/site.ts'

const BROWSER = 'the-browser-of-the-visitor'
const HOUR = 3_600_000

/** Tuesday 24 November 2026, 10:00 in Oslo. */
export const START = Date.parse('2026-11-24T09:00:00Z')

/** Input that a test may give to a command; each has a default. */
interface CommandOptions {
  start?: number
  starts?: number[]
  refund?: number
  text?: string
  place?: BookingLocation
  /** The version that the owner saw; by default the current one. */
  expectedVersion?: string
}

const actions: Record<OwnerCommand, (wishes: CommandOptions) => OwnerAction> = {
  accept: () => acceptRequest,
  move: ({ start = START + 26 * HOUR }) => moveToStart(start),
  offer: ({ starts = [START + 28 * HOUR, START + 30 * HOUR] }) => offerStarts(starts),
  cancel: ({ refund = 0 }) => cancelWithRefund(refund),
  complete: () => markCompleted,
  markNoShow: () => markNoShow,
  refund: ({ refund: amount = 0 }) => refundAmount(amount),
  resend: () => resendMail,
  dismissClash: () => dismissCurrentClash,
  setLocation: ({ place = { kind: 'phone' } }) => setLocation(place),
  note: ({ text = 'Called back.' }) => addNote(text),
}

/** The server's bookings on a real database file with demo payments, and the owner's commands. */
export async function openOwnerDesk(env: Record<string, string> = {}) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'desk-'))
  const db = await openDatabase(dataDir)
  const time = { now: TODAY }
  let ids = 0
  const features = createFeatures({
    settings: readSettings({ DATA_DIR: dataDir, RATE_LIMIT: 'off', ...env }),
    db,
    log: createLog('silent'),
    clock: () => time.now,
    newId: () => `id-${String(ids++).padStart(20, '0')}`,
    keys: testKeys,
  })
  const { booking: rules, payments, jobs } = features

  const row = async (id: string, tx: Tx = db.read): Promise<Booking> => {
    const booking = await findBooking(tx, id)
    if (!booking) throw new Error(`There is no booking ${id}`)
    return booking
  }
  const record = async (id: string) => readDeskBooking(db.read, rules, await row(id))

  /** Submits the booking form as a visitor does; returns the booking's id, throws on a refusal. */
  const book = async (service: ServiceType = 'initial-consultation', start = START) => {
    const { body } = await features.submissions.submit({
      fields: buildBookingFields({
        service_type: toWireServiceType(service),
        start: new Date(start).toISOString(),
        ...(getService(service).asksDestinations ? {} : { destinations: '' }),
      }),
      key: `key-${ids++}`,
      sender: { browserToken: BROWSER, ip: '127.0.0.1' },
    })
    const { bookingId } = body as { bookingId?: string }
    if (!bookingId) throw new Error(JSON.stringify(body))
    return bookingId
  }

  const pay = async (id: string) => {
    const { service_type: serviceType, amount, currency } = await row(id)
    const request = { bookingId: id, serviceType, amount, currency }
    const result = await beginPayment(payments.parts, request, BROWSER)
    if (!result.ok) return false
    const { clientSecret } = result.value
    const input = { bookingId: id, clientSecret, outcome: 'succeed' as const }
    return (await confirmDemo(payments.parts, input, BROWSER)).ok
  }

  return {
    db,
    time,
    features,
    row,
    record,
    book,
    pay,
    /** Makes a booking, pays it if the status needs that, and sets the status; returns its id. */
    put: async (status: BookingStatus, service?: ServiceType, start?: number) => {
      const id = await book(service, start)
      const { amount } = await row(id)
      if (amount > 0 && ['confirmed', 'completed', 'no_show', 'needs_new_time'].includes(status))
        await pay(id)
      await db.write(async (tx) => {
        const { status: before, payment } = await row(id, tx)
        if (before === status) return
        const unpaid = payment === 'pending' ? { payment: 'none' as const } : {}
        await tx
          .updateTable('booking')
          .set({ status, hold_expires_at: null, ...unpaid })
          .where('id', '=', id)
          .execute()
        if (!blockingStatuses.includes(status)) await releaseCells(tx, id)
      })
      return id
    },
    order: async (id: string, command: OwnerCommand, wishes: CommandOptions = {}) => {
      const seen = wishes.expectedVersion ?? (await record(id)).version
      return db.write((tx) =>
        runOwnerCommand(tx, rules, {
          id,
          expectedVersion: seen,
          command,
          action: actions[command](wishes),
        }),
      )
    },
    guestMoves: (id: string, start: number) =>
      db.write(async (tx) =>
        moveByGuest(tx, rules, { booking: await row(id, tx), start, asksEarlyStart: false }),
      ),
    makeBusy: (start: number, end: number) =>
      db.write((tx) =>
        tx
          .insertInto('busy_time')
          .values({ source: 'feed', starts_at: start, ends_at: end })
          .execute(),
      ),
    cells: async (id: string) =>
      (
        await db.read
          .selectFrom('occupied_cell')
          .select('cell')
          .where('booking_id', '=', id)
          .execute()
      ).map(({ cell }) => cell),
    /** The cells that the booking's own row says it should occupy. */
    dueCells: async (id: string) => {
      const { status, starts_at: start, occupied_until: end } = await row(id)
      return blockingStatuses.includes(status) ? listCells({ start, end }) : []
    },
    /** The queued jobs: the mail's kind for a mail, else the job's kind. */
    queued: async () =>
      (await db.read.selectFrom('job').select(['kind', 'payload']).execute()).map(
        ({ kind, payload }) => (kind === 'mail' ? JSON.parse(payload).mail : kind) as string,
      ),
    /** All rows that a command could change, as one text to compare. */
    everything: async () =>
      JSON.stringify(
        await mapInOrder(
          ['booking', 'booking_event', 'occupied_cell', 'job', 'refund', 'mail'] as const,
          (table) => db.read.selectFrom(table).selectAll().execute(),
        ),
      ),
    /** Deletes the jobs that were queued while a booking got its status. */
    clearJobs: () => db.write((tx) => tx.deleteFrom('job').execute()),
    drain: () => jobs.drain(),
    async close() {
      await db.close()
      fs.rmSync(dataDir, { recursive: true })
    },
  }
}

export type OwnerDesk = Awaited<ReturnType<typeof openOwnerDesk>>
