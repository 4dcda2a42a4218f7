import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DailyDouble } from '#tests/support/booking/daily-double.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

let daily: DailyDouble
let site: Site
let owner: string

beforeAll(async () => {
  daily = new DailyDouble()
  await daily.start()
  site = await startSite({ DAILY_API_KEY: daily.apiKey, DAILY_API_BASE: daily.base })
  owner = await site.signInOwner()
})

afterAll(async () => {
  await site.close()
  await daily.stop()
})

describe('Test-daily', () => {
  test('is for the owner only: nobody without a session creates a room', async () => {
    expect((await site.get('/functions/test-daily')).status).toBe(401)
    expect((await site.call('test-daily', {})).status).toBe(401)
    expect(daily.calls).toEqual([])
  })

  test('tests the connection with GET and creates a room with POST', async () => {
    const connection = await site.get('/functions/test-daily', owner)
    expect(await connection.json()).toMatchObject({ success: true, room: null })
    const room = await site.call('test-daily', {}, owner)
    expect(await room.json()).toMatchObject({
      success: true,
      room: { name: expect.stringMatching(/^test-/) },
    })
    expect(daily.rooms.size).toBe(1)
  })

  test('answers any other method with the two that it allows', async () => {
    const wrong = await fetch(`${site.url}/functions/test-daily`, { method: 'DELETE' })
    expect(wrong.headers.get('allow')).toBe('GET, POST')
  })

  test('answers with status 200 even if the test fails', async () => {
    daily.faults.push(500)
    const failed = await site.get('/functions/test-daily', owner)
    expect(failed.status).toBe(200)
    expect(await failed.json()).toMatchObject({ success: false, message: 'Connection test failed' })
  })
})
