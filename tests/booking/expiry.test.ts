import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expireHold, expireRequest, queueMissingRequestExpiries } from '#server/booking/commands.ts'
import { findBooking, insertBooking, readEvents } from '#server/booking/store.ts'
import { createLog } from '#server/lib/log.ts'
import { readSettings } from '#server/settings.ts'
import { createFeatures } from '#server/wiring/features.ts'
import { listCells } from '#shared/booking/slots.ts'
import { bookingRow, NOW } from '#tests/mail/mail-harness.ts'
import { openDatabase } from '#tests/support/db/database.ts'
import { parseMail } from '#tests/support/mail/mail-parser.ts'
import { testKeys } from '#tests/support/server/keys.ts'

const HOUR = 3_600_000
const { id, starts_at: START } = bookingRow()

let dataDir: string
const time = { now: NOW }

/** Starts the server's features on the same data folder; close them before the next start. */
async function start() {
  const db = await openDatabase(dataDir)
  const features = createFeatures({
    settings: readSettings({ DATA_DIR: dataDir, RATE_LIMIT: 'off' }),
    db,
    log: createLog('silent'),
    clock: () => time.now,
    newId: () => 'an-id-of-the-tests-00000',
    keys: testKeys,
  })
  return { db, ...features }
}

let server: Awaited<ReturnType<typeof start>>

async function restart() {
  await server.db.close()
  server = await start()
}

beforeEach(async () => {
  time.now = NOW
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'expiry-'))
  server = await start()
})

afterEach(async () => {
  await server.db.close()
  fs.rmSync(dataDir, { recursive: true })
})

async function storeBooking(row = bookingRow({ status: 'requested' })) {
  const cells = listCells({ start: row.starts_at, end: row.occupied_until })
  await server.db.write(async (tx) => {
    await insertBooking(tx, row)
    for (const cell of cells)
      await tx.insertInto('occupied_cell').values({ cell, booking_id: id }).execute()
    if (row.status === 'requested') await server.booking.effects.onRequested(tx, row)
  })
}

async function runUntil(instant: number) {
  time.now = instant
  await server.jobs.drain()
}

function readMails() {
  const dir = path.join(dataDir, 'mail')
  return fs
    .readdirSync(dir)
    .sort()
    .map((name) => ({
      kind: name.replace(/^\d+-|\.eml$/g, ''),
      mail: parseMail(fs.readFileSync(path.join(dir, name), 'latin1')),
    }))
}

const listMailKinds = () => readMails().map(({ kind }) => kind)
const readMailText = (kind: string) =>
  readMails()
    .find((one) => one.kind === kind)
    ?.mail.text.replaceAll(/\s+/g, ' ')
const listEvents = async () =>
  (await readEvents(server.db.read, [id])).map(({ kind, made_by }) => `${kind} ${made_by}`)
const readStatus = async () => (await findBooking(server.db.read, id))?.status
const countCells = async () =>
  (await server.db.read.selectFrom('occupied_cell').selectAll().execute()).length

describe('An unanswered booking request', () => {
  it('blocks its slot until the start time, then expires once, and its guest gets an apology by email', async () => {
    await storeBooking()
    await runUntil(START - 1)
    expect([await readStatus(), await countCells()]).toEqual(['requested', 6])
    await runUntil(START)
    await runUntil(START + 48 * HOUR)
    expect([await readStatus(), await countCells()]).toEqual(['expired', 0])
    expect(await listEvents()).toEqual(['expired server'])
    expect(listMailKinds().filter((kind) => kind === 'unanswered')).toHaveLength(1)
    expect(readMailText('unanswered')).toContain('I am sorry')
    expect(readMailText('unanswered')).toContain('/service/initial-consultation')
  })

  it('expires once even if the server stops after the expiry, before the job is marked as done', async () => {
    await storeBooking()
    time.now = START
    await server.db.write((tx) => expireRequest(tx, server.booking, id))
    await restart()
    await runUntil(START + HOUR)
    expect(await listEvents()).toEqual(['expired server'])
    expect(listMailKinds().filter((kind) => kind === 'unanswered')).toHaveLength(1)
  })

  it('expires at the next server start if the server was off at the start time', async () => {
    await storeBooking()
    await server.db.close()
    time.now = START + 72 * HOUR
    server = await start()
    await server.jobs.drain()
    expect(await readStatus()).toBe('expired')
    expect(listMailKinds()).not.toContain('owner-waiting')
    expect(listMailKinds()).toContain('unanswered')
  })

  it('expires even if it was stored before requests had an expiry job', async () => {
    await storeBooking()
    await server.db.write((tx) => tx.deleteFrom('job').execute())
    await queueMissingRequestExpiries(server)
    await queueMissingRequestExpiries(server)
    await runUntil(START)
    expect(await listEvents()).toEqual(['expired server'])
  })

  it('triggers one reminder to the owner, a day before its start, with the link to answer it', async () => {
    await storeBooking()
    await runUntil(START - 24 * HOUR - 1)
    expect(listMailKinds()).not.toContain('owner-waiting')
    await runUntil(START - 24 * HOUR)
    await runUntil(START - HOUR)
    expect(listMailKinds().filter((kind) => kind === 'owner-waiting')).toHaveLength(1)
    expect(readMailText('owner-waiting')).toContain(`/admin/bookings/${id}`)
  })

  it('neither expires nor triggers a reminder once it is answered', async () => {
    await storeBooking()
    await server.db.write((tx) =>
      tx.updateTable('booking').set({ status: 'confirmed' }).where('id', '=', id).execute(),
    )
    await runUntil(START + HOUR)
    expect(await readStatus()).toBe('confirmed')
    expect(await listEvents()).toEqual([])
    expect(listMailKinds()).not.toContain('owner-waiting')
  })
})

describe('A hold that expires unpaid', () => {
  const buildHold = () =>
    bookingRow({
      status: 'awaiting_payment',
      service_type: 'bespoke-planning',
      amount: 400_000,
      payment: 'pending',
      hold_expires_at: NOW + 48 * HOUR,
    })

  async function accept() {
    await storeBooking(buildHold())
    await server.db.write((tx) =>
      tx
        .insertInto('booking_event')
        .values({ booking_id: id, kind: 'accepted', made_by: 'owner', at: NOW, data: '{}' })
        .execute(),
    )
  }

  it('triggers one email to the guest if it came from an accepted request', async () => {
    await accept()
    time.now = NOW + 48 * HOUR
    await server.payments.sweep()
    await restart()
    await server.payments.sweep()
    await server.jobs.drain()
    expect(await readStatus()).toBe('expired')
    expect(listMailKinds()).toEqual(['unpaid'])
    expect(readMailText('unpaid')).toContain('Nothing was charged.')
  })

  it('triggers no email if the visitor made it directly on the site', async () => {
    await storeBooking(buildHold())
    time.now = NOW + 48 * HOUR
    await server.payments.sweep()
    expect(await readStatus()).toBe('expired')
    await server.jobs.drain()
    expect(fs.existsSync(path.join(dataDir, 'mail'))).toBe(false)
  })

  it('triggers no email if its guest gave it up', async () => {
    await accept()
    await server.db.write((tx) => expireHold(tx, server.booking, id))
    await server.jobs.drain()
    expect(await readStatus()).toBe('expired')
    expect(fs.existsSync(path.join(dataDir, 'mail'))).toBe(false)
  })
})
