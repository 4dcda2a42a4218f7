import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expire, lapse, planLapses } from '#server/booking/commands.ts'
import { findBooking, insertBooking, readEvents } from '#server/booking/store.ts'
import { query } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { createLog } from '#server/lib/log.ts'
import { readSettings } from '#server/settings.ts'
import { createFeatures } from '#server/wiring/features.ts'
import { cellsOf } from '#shared/booking/slots.ts'
import { bookingRow, NOW } from '#tests/mail/post-office.ts'
import { testKeys } from '#tests/support/keys.ts'
import { readMail } from '#tests/support/mime.ts'

const HOUR = 3_600_000
const { id, starts_at: START } = bookingRow()

let dataDir: string
const time = { now: NOW }

/** Starts the server's features on the same data folder; close them before the next start. */
function start() {
  const db = openDatabase(dataDir)
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

let server: ReturnType<typeof start>

function restart() {
  server.db.close()
  server = start()
}

beforeEach(() => {
  time.now = NOW
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lapses-'))
  server = start()
})

afterEach(() => {
  server.db.close()
  fs.rmSync(dataDir, { recursive: true })
})

async function put(row = bookingRow({ status: 'requested' })) {
  const cells = cellsOf({ start: row.starts_at, end: row.occupied_until })
  await server.db.write((tx) => {
    insertBooking(tx, row)
    for (const cell of cells)
      tx.run(query.insertInto('occupied_cell').values({ cell, booking_id: id }))
    if (row.status === 'requested') server.rules.effects.requested(tx, row)
  })
}

async function runUntil(instant: number) {
  time.now = instant
  await server.jobs.drain()
}

function mails() {
  const dir = path.join(dataDir, 'mail')
  return fs
    .readdirSync(dir)
    .sort()
    .map((name) => ({
      kind: name.replace(/^\d+-|\.eml$/g, ''),
      mail: readMail(fs.readFileSync(path.join(dir, name), 'latin1')),
    }))
}

const kinds = () => mails().map(({ kind }) => kind)
const plain = (kind: string) =>
  mails()
    .find((one) => one.kind === kind)
    ?.mail.text.replaceAll(/\s+/g, ' ')
const events = () =>
  readEvents(server.db.read, [id]).map(({ kind, made_by }) => `${kind} ${made_by}`)
const status = () => findBooking(server.db.read, id)?.status
const cells = () => server.db.read.all(query.selectFrom('occupied_cell').selectAll()).length

describe('a request that nobody answers', () => {
  it('keeps its time until it comes, then ends once, and its guest hears that we are sorry', async () => {
    await put()
    await runUntil(START - 1)
    expect([status(), cells()]).toEqual(['requested', 6])
    await runUntil(START)
    await runUntil(START + 48 * HOUR)
    expect([status(), cells()]).toEqual(['expired', 0])
    expect(events()).toEqual(['expired server'])
    expect(kinds().filter((kind) => kind === 'unanswered')).toHaveLength(1)
    expect(plain('unanswered')).toContain('we are sorry')
    expect(plain('unanswered')).toContain('/service/initial-consultation')
  })

  it('ends once though the server stops after it has ended and before that is written off', async () => {
    await put()
    time.now = START
    await server.db.write((tx) => lapse(tx, server.rules, id))
    restart()
    await runUntil(START + HOUR)
    expect(events()).toEqual(['expired server'])
    expect(kinds().filter((kind) => kind === 'unanswered')).toHaveLength(1)
  })

  it('ends at the next start of a server that was off when its time came', async () => {
    await put()
    server.db.close()
    time.now = START + 72 * HOUR
    server = start()
    await server.jobs.drain()
    expect(status()).toBe('expired')
    expect(kinds()).not.toContain('owner-waiting')
    expect(kinds()).toContain('unanswered')
  })

  it('ends also where it was sent before there was an end to requests', async () => {
    await put()
    await server.db.write((tx) => tx.run(query.deleteFrom('job')))
    await planLapses(server)
    await planLapses(server)
    await runUntil(START)
    expect(events()).toEqual(['expired server'])
  })

  it('is brought to its owner’s mind once, a day before, with the way to answer', async () => {
    await put()
    await runUntil(START - 24 * HOUR - 1)
    expect(kinds()).not.toContain('owner-waiting')
    await runUntil(START - 24 * HOUR)
    await runUntil(START - HOUR)
    expect(kinds().filter((kind) => kind === 'owner-waiting')).toHaveLength(1)
    expect(plain('owner-waiting')).toContain(`/admin/bookings/${id}`)
  })

  it('neither ends nor is spoken of again once it was answered', async () => {
    await put()
    await server.db.write((tx) =>
      tx.run(query.updateTable('booking').set({ status: 'confirmed' }).where('id', '=', id)),
    )
    await runUntil(START + HOUR)
    expect(status()).toBe('confirmed')
    expect(events()).toEqual([])
    expect(kinds()).not.toContain('owner-waiting')
  })
})

describe('a hold that lapses unpaid', () => {
  const held = () =>
    bookingRow({
      status: 'awaiting_payment',
      service_type: 'bespoke-planning',
      amount: 400_000,
      payment: 'pending',
      hold_expires_at: NOW + 48 * HOUR,
    })

  async function accept() {
    await put(held())
    await server.db.write((tx) =>
      tx.run(
        query
          .insertInto('booking_event')
          .values({ booking_id: id, kind: 'accepted', made_by: 'owner', at: NOW, data: '{}' }),
      ),
    )
  }

  it('of a request that was accepted is told to its guest, once', async () => {
    await accept()
    time.now = NOW + 48 * HOUR
    await server.payments.sweep()
    restart()
    await server.payments.sweep()
    await server.jobs.drain()
    expect(status()).toBe('expired')
    expect(kinds()).toEqual(['unpaid'])
    expect(plain('unpaid')).toContain('Nothing was charged.')
  })

  it('of somebody at the screen is not mailed', async () => {
    await put(held())
    time.now = NOW + 48 * HOUR
    await server.payments.sweep()
    expect(status()).toBe('expired')
    await server.jobs.drain()
    expect(fs.existsSync(path.join(dataDir, 'mail'))).toBe(false)
  })

  it('is not mailed where its guest gave it up', async () => {
    await accept()
    await server.db.write((tx) => expire(tx, server.rules, id))
    await server.jobs.drain()
    expect(status()).toBe('expired')
    expect(fs.existsSync(path.join(dataDir, 'mail'))).toBe(false)
  })
})
