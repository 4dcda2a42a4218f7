import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#server/lib/log.ts'
import { DailyClient } from '#server/video/daily.ts'
import { VideoTests } from '#server/video/tests.ts'
import { DailyDouble } from '#tests/support/daily-double.ts'

const NOW = Date.parse('2026-11-24T08:52:10Z')
const log = createLog('silent')

let daily: DailyDouble

beforeEach(async () => {
  daily = new DailyDouble()
  await daily.start()
})

afterEach(() => daily.stop())

function open(apiKey = daily.apiKey): VideoTests {
  const client = new DailyClient({ apiKey, apiBase: daily.base, log })
  return new VideoTests({ client, clock: () => NOW })
}

describe('the owner’s tests of the video provider', () => {
  test('a good key passes the connection test, which makes nothing', async () => {
    expect(await open().connection()).toMatchObject({
      success: true,
      error: null,
      room: null,
      timestamp: '2026-11-24T08:52:10.000Z',
      troubleshooting: null,
    })
    expect(daily.rooms.size).toBe(0)
  })

  test('the room test makes one private room that ends, with everybody in it, after 5 minutes', async () => {
    const { success, room, instructions } = await open().room()
    expect(success).toBe(true)
    expect(room).toMatchObject({
      name: 'test-20261124-085210',
      expiresAt: '2026-11-24T08:57:10.000Z',
    })
    const made = daily.rooms.get('test-20261124-085210')
    const exp = (NOW + 5 * 60_000) / 1000
    expect(made).toMatchObject({ privacy: 'private', properties: { exp, eject_at_room_exp: true } })
    expect(daily.tokens).toEqual([{ room_name: 'test-20261124-085210', exp }])
    expect(room?.url).toBe(`https://lysning.daily.co/${room?.name}?t=pass-1.${room?.name}`)
    expect(instructions).not.toEqual([])
  })

  test.each(['act and drop', 500, 'no JSON'] as const)(
    'a provider in trouble (%s) fails both tests with the specified words and steps to take',
    async (fault) => {
      daily.faults.push(fault, fault)
      const [connection, room] = [await open().connection(), await open().room()]
      expect(connection).toMatchObject({ success: false, message: 'Connection test failed' })
      expect(room).toMatchObject({
        success: false,
        message: 'Room creation test failed',
        room: null,
      })
      for (const { error, troubleshooting } of [connection, room]) {
        expect(error).toMatch(/^The provider (did not answer|answered with an error)/)
        expect(troubleshooting?.steps.length).toBeGreaterThan(0)
        expect(troubleshooting?.documentation).toMatch(/^https:/)
      }
    },
  )

  test('a wrong key is told as such', async () => {
    const { error, troubleshooting } = await open('wrong').connection()
    expect(error).toBe('The provider does not accept the API key')
    expect(troubleshooting?.steps[0]).toContain('DAILY_API_KEY')
  })

  test('without a key nobody is asked', async () => {
    const tests = new VideoTests({ client: undefined, clock: () => NOW })
    expect(tests.configured).toBe(false)
    expect(await tests.connection()).toMatchObject({
      success: false,
      message: 'Connection test failed',
      error: 'No API key was found, so the test was not run',
    })
    expect(await tests.room()).toMatchObject({
      success: false,
      message: 'Room creation test failed',
    })
  })
})
