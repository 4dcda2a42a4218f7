import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DaySchedule } from '#shared/schedule/schema.ts'
import { defaultWeek } from '#shared/schedule/schema.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

let site: Site
let owner: string

beforeAll(async () => {
  site = await startSite()
  owner = await site.signInOwner()
})

afterAll(() => site.close())

const closed: DaySchedule = { enabled: false, timeSlots: [] }
const createWeek = (day: number, value = closed) =>
  defaultWeek.map((entry, index) => (index === day ? value : entry))

describe('The schedule over HTTP', () => {
  test('can be saved by the owner, is public, and determines the offered slots at once', async () => {
    const saved = await site.call('update-schedule', { schedule: createWeek(1) }, owner)
    expect(saved.status).toBe(200)
    expect(await saved.json()).toMatchObject({ version: 2, meetingsOutsideHours: [] })
    const published = await (await site.get('/functions/get-schedule')).json()
    expect(published).toMatchObject({ version: 2, timeZone: 'Europe/Oslo' })
    expect(published.schedule[1]).toEqual({ day: 1, ...closed })
    const query = 'service=initial-consultation&from=2026-11-30&to=2026-12-01'
    const open = await (await site.get(`/functions/get-availability?${query}`)).json()
    expect(open).toMatchObject({ scheduleVersion: 2 })
    expect(open.slots.every((slot: string) => slot.startsWith('2026-12-01'))).toBe(true)
  })

  test('answers an edit of the same day from an older version with 409 and both values', async () => {
    const hours = { enabled: true, timeSlots: [{ start: '10:00', end: '12:00' }] }
    const refused = await site.call(
      'update-schedule',
      { schedule: createWeek(1, hours), version: 1 },
      owner,
    )
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      error: 'The schedule was changed on two devices',
      conflicts: [{ part: 'day:1', mine: hours, theirs: closed }],
    })
  })

  test('is refused with invalid hours, with an error at the affected slot', async () => {
    const backwards = { enabled: true, timeSlots: [{ start: '12:00', end: '09:00' }] }
    const refused = await site.call(
      'update-schedule',
      { schedule: createWeek(2, backwards) },
      owner,
    )
    expect(refused.status).toBe(422)
    expect(Object.keys((await refused.json()).fields)).toEqual(['schedule.2.timeSlots.0.end'])
  })

  test.each([
    ['six days', { schedule: defaultWeek.slice(1) }],
    ['a zone that is none', { schedule: defaultWeek, settings: { timeZone: 'Europe/Atlantis' } }],
    [
      'a time that is none',
      {
        schedule: createWeek(1, {
          enabled: true,
          timeSlots: [{ start: '25:00', end: '26:00' }],
        }),
      },
    ],
    ['nothing at all', {}],
  ])('refuses %s with the endpoint’s own error message', async (_what, body) => {
    const refused = await site.call('update-schedule', body, owner)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: 'Failed to update schedule' })
  })

  test('returns the owner’s further settings to the owner only', async () => {
    expect((await site.get('/functions/get-schedule-settings')).status).toBe(401)
    const answer = await site.get('/functions/get-schedule-settings', owner)
    expect(await answer.json()).toMatchObject({
      settings: { timeZone: 'Europe/Oslo', noticeMinutes: 1440, windowDays: 90, bufferMinutes: 0 },
      meetings: [],
    })
  })
})
