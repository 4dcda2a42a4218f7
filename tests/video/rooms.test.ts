import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { createLog } from '#server/lib/log.ts'
import { DailyClient } from '#server/video/daily.ts'
import { type RoomBooking, Rooms } from '#server/video/rooms.ts'
import { DailyDouble } from '#tests/support/daily-double.ts'
import { testKeys } from '#tests/support/keys.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-11-21T12:00:00Z')
const START = Date.parse('2026-11-25T09:30:00Z')
const log = createLog('silent')

let daily: DailyDouble
let db: Database
let jobs: JobQueue
let rooms: Rooms
let dataDir: string
let booking: RoomBooking
let announced: string[]
let failed: string[]
let now: number

beforeEach(async () => {
  daily = new DailyDouble()
  await daily.start()
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rooms-'))
  db = openDatabase(dataDir)
  now = NOW
  jobs = new JobQueue({ db, clock: () => now, log })
  announced = []
  failed = []
  booking = {
    id: 'Qm9va2luZy1vZi10ZXN0cw',
    start: START,
    end: START + 30 * MINUTE,
    sequence: 0,
    wanted: true,
    meetingUrl: null,
  }
  rooms = openRooms(new DailyClient({ apiKey: daily.apiKey, apiBase: daily.base, log }), jobs)
})

afterEach(async () => {
  db.close()
  fs.rmSync(dataDir, { recursive: true })
  await daily.stop()
})

function openRooms(client: DailyClient | undefined, queue: JobQueue): Rooms {
  return new Rooms({
    db,
    jobs: queue,
    clock: () => now,
    keys: testKeys,
    client,
    findBooking: (_tx, id) => (id === booking.id ? booking : undefined),
    saveMeetingUrl: (_tx, _id, url) => {
      booking = { ...booking, meetingUrl: url }
    },
    roomReady: (_tx, id) => announced.push(id),
    roomFailed: (_tx, id) => failed.push(id),
  })
}

async function settle() {
  await db.write((tx) => rooms.queue(tx, booking))
  await jobs.drain()
}

const onlyRoom = () => [...daily.rooms.values()][0]

describe('the video room of a booking', () => {
  test('is private, opens before the meeting, closes after it, and its link carries the pass', async () => {
    await settle()
    expect(daily.rooms.size).toBe(1)
    expect(onlyRoom()?.privacy).toBe('private')
    expect(onlyRoom()?.properties).toMatchObject({
      nbf: (START - 15 * MINUTE) / 1000,
      exp: (START + 90 * MINUTE) / 1000,
    })
    expect(booking.meetingUrl).toBe(
      `https://lysning.daily.co/${onlyRoom()?.name}?t=pass-1.${onlyRoom()?.name}`,
    )
    expect(daily.tokens[0]).toMatchObject({ room_name: onlyRoom()?.name })
    expect(announced).toEqual([booking.id])
  })

  test('has a name that does not give the booking away, nor comes from it without the secret', async () => {
    await settle()
    expect(onlyRoom()?.name).toMatch(/^[\w-]{32}$/)
    expect(onlyRoom()?.name).not.toContain(booking.id.slice(0, 8))
  })

  test('is one, though mail and job and page ask for it at the same time', async () => {
    await db.write((tx) => rooms.queue(tx, booking))
    const asked = [rooms.ensure(booking.id, false), rooms.ensure(booking.id, true), jobs.drain()]
    const [first, second] = await Promise.all(asked)
    expect(daily.rooms.size).toBe(1)
    expect(first).toBe(booking.meetingUrl)
    expect(second).toBe(booking.meetingUrl)
    expect(announced.length).toBeLessThanOrEqual(1)
  })

  test('is found again when the provider acted but its answer was lost', async () => {
    daily.faults.push('act and drop')
    await settle()
    expect(booking.meetingUrl).toBeNull()
    now += MINUTE
    await jobs.drain()
    expect(daily.rooms.size).toBe(1)
    expect(booking.meetingUrl).toContain(onlyRoom()?.name)
  })

  test('moves with the booking, under the same link', async () => {
    await settle()
    const link = booking.meetingUrl
    booking = { ...booking, start: START + 60 * MINUTE, end: START + 90 * MINUTE, sequence: 1 }
    await settle()
    expect(onlyRoom()?.properties).toMatchObject({ nbf: (START + 45 * MINUTE) / 1000 })
    expect(booking.meetingUrl).toBe(link)
    expect(announced).toEqual([booking.id])
  })

  test('goes when the booking is cancelled, and a room that is gone already is no trouble', async () => {
    await settle()
    booking = { ...booking, wanted: false, sequence: 1 }
    await settle()
    expect(daily.rooms.size).toBe(0)
    booking = { ...booking, sequence: 2 }
    await settle()
    expect(daily.calls.at(-1)?.method).toBe('DELETE')
  })

  test.each([500, 429, 'no JSON', 'act and drop'] as const)(
    'is tried again after the provider’s trouble: %s',
    async (fault) => {
      daily.faults.push(fault)
      await settle()
      expect(booking.meetingUrl).toBeNull()
      now += MINUTE
      await jobs.drain()
      expect(booking.meetingUrl).not.toBeNull()
    },
  )

  test('is nobody’s failure where the key is wrong or no provider is set: the link is null', async () => {
    const wrong = new DailyClient({ apiKey: 'wrong', apiBase: daily.base, log })
    const queue = () => new JobQueue({ db, clock: () => now, log })
    expect(await openRooms(wrong, queue()).ensure(booking.id, true)).toBeNull()
    expect(await openRooms(undefined, queue()).ensure(booking.id, true)).toBeNull()
    expect(daily.rooms.size).toBe(0)
  })

  test('is not made for a booking that is not confirmed, is over or is not known', async () => {
    booking = { ...booking, wanted: false }
    expect(await rooms.ensure(booking.id, true)).toBeNull()
    booking = { ...booking, wanted: true }
    expect(await rooms.ensure('another', true)).toBeNull()
    now = booking.end
    expect(await rooms.ensure(booking.id, true)).toBeNull()
    expect(daily.calls).toEqual([])
  })
})
