import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readSlotContext } from '#server/booking/queries.ts'
import { recordMailOpened } from '#server/booking/routes.ts'
import { findBooking } from '#server/booking/store.ts'
import { randomId } from '#server/lib/ids.ts'
import { createLog } from '#server/lib/log.ts'
import { readSettings } from '#server/settings.ts'
import { createFeatures } from '#server/wiring/features.ts'
import { listOpenStarts } from '#shared/booking/slots.ts'
import { getService } from '#shared/content/services.ts'
import { openDatabase } from '#tests/support/db/database.ts'
import { parseMail } from '#tests/support/mail/mail-parser.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { testKeys } from '#tests/support/server/keys.ts'

/** A Saturday, noon in UTC. */
const NOW = Date.parse('2026-11-21T12:00:00Z')
const DAY = 86_400_000

export interface SentMail {
  kind: string
  to: string
  subject: string
  text: string
}

/** One booking and its sender: email address, cookie and IP tell senders apart. */
export interface SenderOptions {
  email?: string
  /** The browser's cookie. */
  browser?: string
  ip?: string
  /** UTC milliseconds; by default the first free slot. */
  start?: number
  service?: 'initial_consultation' | 'bespoke_planning'
}

/**
 * The server's features on a real database with the limits of a public site on; a test chooses the
 * addresses and cookies of the senders. `env`: settings as in `.env`.
 */
export async function openSenders(env: Record<string, string> = {}) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'senders-'))
  const db = await openDatabase(dataDir)
  const time = { now: NOW }
  const clock = () => time.now
  const settings = readSettings({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    OWNER_EMAIL: 'owner@lysning.example',
    ...env,
  })
  const log = createLog('silent')
  const features = createFeatures({ settings, db, log, clock, newId: randomId, keys: testKeys })
  const { booking: rules, submissions, jobs } = features

  const openTimes = async (days = 14, from = '2026-11-23'): Promise<number[]> => {
    const to = new Date(Date.parse(from) + days * DAY).toISOString().slice(0, 10)
    const within = { start: Date.parse(from), end: Date.parse(to) + 2 * DAY }
    const service = getService('initial-consultation')
    return listOpenStarts(
      from,
      to,
      await readSlotContext(db.read, rules, { service, now: time.now, within }),
    )
  }

  const post = async (sending: SenderOptions = {}) => {
    const start = sending.start ?? (await openTimes())[0] ?? 0
    const { email = 'guest@example.com', browser = randomId(), ip = '192.0.2.1' } = sending
    const fields = buildBookingFields({
      email,
      start: new Date(start).toISOString(),
      service_type: sending.service ?? 'initial_consultation',
    })
    return submissions.submit({ fields, key: randomUUID(), sender: { browserToken: browser, ip } })
  }

  return {
    db,
    features,
    rules,
    time,
    jobs,
    openTimes,
    post,
    /** Opens the link in a booking's mail; `mail` is the token that only this mail contains. */
    openMail: async (id: string, mail: string) => {
      const booking = await findBooking(db.read, id)
      if (booking) await recordMailOpened({ db, booking: rules }, booking, mail)
    },
    bookings: () => db.read.selectFrom('booking').selectAll().orderBy('created_at').execute(),
    heldTimes: async () =>
      new Set(
        (await db.read.selectFrom('occupied_cell').select('booking_id').execute()).map(
          ({ booking_id }) => booking_id,
        ),
      ).size,
    /** Every mail sent, in order. */
    mails: (): SentMail[] => {
      const folder = path.join(dataDir, 'mail')
      if (!fs.existsSync(folder)) return []
      return fs
        .readdirSync(folder)
        .sort()
        .map((name) => {
          const mail = parseMail(fs.readFileSync(path.join(folder, name), 'latin1'))
          return {
            kind: name.replace(/^\d+-|\.eml$/g, ''),
            to: mail.headers.get('to') ?? '',
            subject: mail.headers.get('subject') ?? '',
            text: mail.text.replaceAll(/\s+/g, ' '),
          }
        })
    },
    async close() {
      await db.close()
      fs.rmSync(dataDir, { recursive: true })
    },
  }
}

export type Senders = Awaited<ReturnType<typeof openSenders>>
