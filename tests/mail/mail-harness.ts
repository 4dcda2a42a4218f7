import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Logger, pino } from 'pino'
import { QueuedEffects } from '#server/booking/effects.ts'
import { type Booking, findBooking, insertBooking, updateBooking } from '#server/booking/store.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { parseMailFrom } from '#server/mail/address.ts'
import { MailQueue } from '#server/mail/queue.ts'
import { createTransport } from '#server/mail/transport.ts'
import { createPaymentMails } from '#server/payment/mails.ts'
import type { Booking as PaidBooking } from '#server/payment/ports.ts'
import { readMoneyEvents } from '#server/payment/store.ts'
import { buildServiceColumn } from '#tests/support/booking/booked-services.ts'
import { openDatabase } from '#tests/support/db/database.ts'
import { type ParsedMail, parseMail } from '#tests/support/mail/mail-parser.ts'
import { buildPurchase } from '#tests/support/payment/buyer.ts'
import { testKeys } from '#tests/support/server/keys.ts'

const HOUR = 3_600_000

/** A Saturday. */
export const NOW = Date.parse('2026-11-21T12:00:00Z')

interface MailHarnessOptions {
  smtpUrl?: string
  /** Returns the address of the booking's room, as the video provider would. */
  ensureMeeting?: (bookingId: string) => Promise<string | null>
  otherTimes?: (booking: PaidBooking) => Promise<number[]>
  /** Receives every log line. */
  log?: (line: string) => void
}

/** Database, job queue and all mails wired as in the server; `time` is the clock. */
export async function openMailHarness(options: MailHarnessOptions = {}) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'mail-'))
  const db = await openDatabase(dataDir)
  const log = createLog(options.log)
  const time = { now: NOW }
  const clock = () => time.now
  const jobs = new JobQueue({ db, clock, log })
  const sender = parseMailFrom('Lysning <post@lysning.example>')
  const transport = createTransport({
    smtpUrl: options.smtpUrl,
    dataDir,
    sharedDb: undefined,
    sender,
    log,
  })
  const mails = new MailQueue({ db, jobs, transport, sender, replyTo: sender, clock, log })
  const booking = new QueuedEffects({
    db,
    jobs,
    mails,
    clock,
    keys: testKeys,
    siteUrl: 'https://lysning.example',
    sender,
    ownerEmail: 'owner@lysning.example',
    moveMailDelay: 0,
    readMoneyEvents,
    queueRoom: async () => {},
    ensureMeetingUrl: options.ensureMeeting ?? (async () => null),
  })
  const payment = createPaymentMails({
    db,
    mails,
    findBooking,
    findOtherStarts: options.otherTimes ?? (async () => []),
    siteUrl: 'https://lysning.example',
  })
  return {
    dataDir,
    db,
    jobs,
    mails,
    booking,
    payment,
    time,
    keep: (row: Booking) => db.write((tx) => insertBooking(tx, row)),
    setMeetingUrl: (id: string, url: string) =>
      db.write(async (tx) => {
        await updateBooking(tx, id, { meeting_url: url, updated_at: time.now })
        await booking.onRoomReady(tx, id)
      }),
    files: () => readMailFiles(dataDir),
    read: () => readMailFiles(dataDir).map(([, raw]) => parseMail(raw)),
    /** The one mail of a kind that was written as a file; throws unless there is exactly one. */
    mail: (kind: string): ParsedMail => {
      const found = readMailFiles(dataDir).filter(
        ([name]) => name.replace(/^\d+-/, '') === `${kind}.eml`,
      )
      if (found.length !== 1) throw new Error(`${found.length} mails of kind ${kind}`)
      return parseMail(found[0]?.[1] ?? '')
    },
    async close() {
      await db.close()
      fs.rmSync(dataDir, { recursive: true })
    },
  }
}

function createLog(write: ((line: string) => void) | undefined): Logger {
  return write ? pino({ level: 'debug' }, { write }) : pino({ level: 'silent' })
}

export type MailHarness = Awaited<ReturnType<typeof openMailHarness>>

function readMailFiles(dataDir: string): [string, string][] {
  const dir = path.join(dataDir, 'mail')
  if (!fs.existsSync(dir)) return []
  return fs
    .readdirSync(dir)
    .sort()
    .map((name) => [name, fs.readFileSync(path.join(dir, name), 'latin1')])
}

/** A confirmed free booking, Wednesday 25 November 2026, 10:30 to 11:00 in Oslo. */
export function bookingRow(over: Partial<Booking> = {}): Booking {
  const starts_at = over.starts_at ?? Date.parse('2026-11-25T09:30:00Z')
  const { service_type = 'initial-consultation' } = over
  return {
    id: 'Qm9va2luZy1vZi10ZXN0cw',
    service_type,
    service: buildServiceColumn(service_type),
    status: 'confirmed',
    payment: 'none',
    starts_at,
    ends_at: starts_at + HOUR / 2,
    occupied_until: starts_at + HOUR / 2,
    owner_zone: 'Europe/Oslo',
    time_zone: 'Asia/Kathmandu',
    local_date: '2026-11-25',
    local_time: '15:15',
    seen_offset: null,
    first_name: 'Elisabeth',
    last_name: 'Sørbø',
    email: 'elisabeth@example.com',
    phone: '+47 41209877',
    message: 'We would like to see the light in February.\n\nTwo of us, no hurry.',
    destinations: JSON.stringify(['Norway', 'Other Nordic Country']),
    other_destination: 'Faroe Islands',
    amount: 0,
    currency: 'nok',
    purchase: null,
    paid_at: null,
    demo: 0,
    browser: 'b',
    block: null,
    site: null,
    network: null,
    mailbox: 'elisabeth@example.com',
    blocks_slot: 1,
    over_cap: null,
    hold_expires_at: null,
    sequence: 0,
    place: 'video_room',
    meeting_url: null,
    address: '',
    created_at: NOW,
    updated_at: NOW,
    ...over,
  }
}

export const paidRow = (over: Partial<Booking> = {}) =>
  bookingRow({
    service_type: 'bespoke-planning',
    amount: 400_000,
    payment: 'paid',
    purchase: JSON.stringify(buildPurchase()),
    paid_at: NOW,
    ...over,
  })
