import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { createLog } from '#server/lib/log.ts'
import { DailyClient } from '#server/video/daily-client.ts'
import { type RoomBooking, Rooms } from '#server/video/rooms.ts'
import { DailyDouble } from '#tests/support/booking/daily-double.ts'
import { openDatabase } from '#tests/support/db/database.ts'
import { testKeys } from '#tests/support/server/keys.ts'

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
  db = await openDatabase(dataDir)
  now = NOW
  jobs = new JobQueue({ db, clock: () => now, log })
  announced = []
  failed = []
  booking = {
    id: 'Qm9va2luZy1vZi10ZXN0cw',
    start: START,
    end: START + 30 * MINUTE,
    sequence: 0,
    needsRoom: true,
    meetingUrl: null,
  }
  rooms = openRooms(new DailyClient({ apiKey: daily.apiKey, apiBase: daily.base, log }), jobs)
})

afterEach(async () => {
  await db.close()
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
    findBooking: async (_tx, id) => (id === booking.id ? booking : undefined),
    saveMeetingUrl: async (_tx, _id, url) => {
      booking = { ...booking, meetingUrl: url }
    },
    onRoomReady: async (_tx, id) => {
      announced.push(id)
    },
    onRoomFailed: async (_tx, id) => {
      failed.push(id)
    },
  })
}

async function runJobs() {
  await db.write((tx) => rooms.queueUpdate(tx, booking))
  await jobs.drain()
}

const getOnlyRoom = () => [...daily.rooms.values()][0]

describe('The video room of a booking', () => {
  test('is private, opens before the meeting, closes after it, and its link contains the access token', async () => {
    await runJobs()
    expect(daily.rooms.size).toBe(1)
    expect(getOnlyRoom()?.privacy).toBe('private')
    expect(getOnlyRoom()?.properties).toMatchObject({
      nbf: (START - 15 * MINUTE) / 1000,
      exp: (START + 90 * MINUTE) / 1000,
    })
    expect(booking.meetingUrl).toBe(
      `https://lysning.daily.co/${getOnlyRoom()?.name}?t=pass-1.${getOnlyRoom()?.name}`,
    )
    expect(daily.tokens[0]).toMatchObject({ room_name: getOnlyRoom()?.name })
    expect(announced).toEqual([booking.id])
  })

  test('has a name that does not reveal the booking', async () => {
    await runJobs()
    expect(getOnlyRoom()?.name).toMatch(/^[\w-]{32}$/)
    expect(getOnlyRoom()?.name).not.toContain(booking.id.slice(0, 8))
  })

  test('is created once, even if mail, job and page request it at the same time', async () => {
    await db.write((tx) => rooms.queueUpdate(tx, booking))
    const requests = [
      rooms.ensureUrl(booking.id, false),
      rooms.ensureUrl(booking.id, true),
      jobs.drain(),
    ]
    const [first, second] = await Promise.all(requests)
    expect(daily.rooms.size).toBe(1)
    expect(first).toBe(booking.meetingUrl)
    expect(second).toBe(booking.meetingUrl)
    expect(announced.length).toBeLessThanOrEqual(1)
  })

  test('is found again if the provider created it but its answer was lost', async () => {
    daily.faults.push('act and drop')
    await runJobs()
    expect(booking.meetingUrl).toBeNull()
    now += MINUTE
    await jobs.drain()
    expect(daily.rooms.size).toBe(1)
    expect(booking.meetingUrl).toContain(getOnlyRoom()?.name)
  })

  test('moves with its booking and preserves its link', async () => {
    await runJobs()
    const link = booking.meetingUrl
    booking = { ...booking, start: START + 60 * MINUTE, end: START + 90 * MINUTE, sequence: 1 }
    await runJobs()
    expect(getOnlyRoom()?.properties).toMatchObject({ nbf: (START + 45 * MINUTE) / 1000 })
    expect(booking.meetingUrl).toBe(link)
    expect(announced).toEqual([booking.id])
  })

  test('is deleted when the booking is cancelled, and an already deleted room causes no error', async () => {
    await runJobs()
    booking = { ...booking, needsRoom: false, sequence: 1 }
    await runJobs()
    expect(daily.rooms.size).toBe(0)
    booking = { ...booking, sequence: 2 }
    await runJobs()
    expect(daily.calls.at(-1)?.method).toBe('DELETE')
  })

  test.each([500, 429, 'no JSON', 'act and drop'] as const)(
    'is retried after a provider fault: %s',
    async (fault) => {
      daily.faults.push(fault)
      await runJobs()
      expect(booking.meetingUrl).toBeNull()
      now += MINUTE
      await jobs.drain()
      expect(booking.meetingUrl).not.toBeNull()
    },
  )

  test('causes no failure if the API key is wrong or no provider is set: the link is null', async () => {
    const wrong = new DailyClient({ apiKey: 'wrong', apiBase: daily.base, log })
    const queue = () => new JobQueue({ db, clock: () => now, log })
    expect(await openRooms(wrong, queue()).ensureUrl(booking.id, true)).toBeNull()
    expect(await openRooms(undefined, queue()).ensureUrl(booking.id, true)).toBeNull()
    expect(daily.rooms.size).toBe(0)
  })

  test('is not created for a booking that is unconfirmed, over or unknown', async () => {
    booking = { ...booking, needsRoom: false }
    expect(await rooms.ensureUrl(booking.id, true)).toBeNull()
    booking = { ...booking, needsRoom: true }
    expect(await rooms.ensureUrl('another', true)).toBeNull()
    now = booking.end
    expect(await rooms.ensureUrl(booking.id, true)).toBeNull()
    expect(daily.calls).toEqual([])
  })
})
