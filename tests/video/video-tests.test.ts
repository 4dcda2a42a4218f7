import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#server/lib/log.ts'
import { DailyClient } from '#server/video/daily-client.ts'
import { VideoTests } from '#server/video/video-tests.ts'
import { DailyDouble } from '#tests/support/booking/daily-double.ts'

const NOW = Date.parse('2026-11-24T08:52:10Z')
const log = createLog('silent')

let daily: DailyDouble

beforeEach(async () => {
  daily = new DailyDouble()
  await daily.start()
})

afterEach(() => daily.stop())

function createVideoTests(apiKey = daily.apiKey): VideoTests {
  const client = new DailyClient({ apiKey, apiBase: daily.base, log })
  return new VideoTests({ client, clock: () => NOW })
}

describe('The owner’s tests of the video provider', () => {
  test('a valid API key passes the connection test, which creates nothing', async () => {
    expect(await createVideoTests().testConnection()).toMatchObject({
      success: true,
      error: null,
      room: null,
      timestamp: '2026-11-24T08:52:10.000Z',
      troubleshooting: null,
    })
    expect(daily.rooms.size).toBe(0)
  })

  test('the room test creates one private room that ends after 5 minutes and ejects everybody', async () => {
    const { success, room, instructions } = await createVideoTests().testRoom()
    expect(success).toBe(true)
    expect(room).toMatchObject({
      name: 'test-20261124-085210',
      expiresAt: '2026-11-24T08:57:10.000Z',
    })
    const created = daily.rooms.get('test-20261124-085210')
    const exp = (NOW + 5 * 60_000) / 1000
    expect(created).toMatchObject({
      privacy: 'private',
      properties: { exp, eject_at_room_exp: true },
    })
    expect(daily.tokens).toEqual([{ room_name: 'test-20261124-085210', exp }])
    expect(room?.url).toBe(`https://lysning.daily.co/${room?.name}?t=pass-1.${room?.name}`)
    expect(instructions).not.toEqual([])
  })

  test.each(['act and drop', 500, 'no JSON'] as const)(
    'a provider fault (%s) fails both tests with the specified text and steps to take',
    async (fault) => {
      daily.faults.push(fault, fault)
      const [connection, room] = [
        await createVideoTests().testConnection(),
        await createVideoTests().testRoom(),
      ]
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

  test('a wrong API key is reported as such', async () => {
    const { error, troubleshooting } = await createVideoTests('wrong').testConnection()
    expect(error).toBe('The provider does not accept the API key')
    expect(troubleshooting?.steps[0]).toContain('DAILY_API_KEY')
  })

  test('without an API key the tests fail without calling the provider', async () => {
    const tests = new VideoTests({ client: undefined, clock: () => NOW })
    expect(await tests.testConnection()).toMatchObject({
      success: false,
      message: 'Connection test failed',
      error: 'No API key was found, so the test was not run',
    })
    expect(await tests.testRoom()).toMatchObject({
      success: false,
      message: 'Room creation test failed',
    })
  })
})
