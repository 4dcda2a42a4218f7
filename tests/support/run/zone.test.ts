import { expect, test } from 'vitest'

test('The time tests really run in the time zone of their project', () => {
  const zone = process.env.EXPECTED_TZ
  expect(zone).toBeTruthy()
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
  const offsetName = new Date(0).toLocaleString('en', { timeZoneName: 'longOffset' })
  expect(new Date(0).toLocaleString('en', { timeZone: zone, timeZoneName: 'longOffset' })).toBe(
    offsetName,
  )
})
