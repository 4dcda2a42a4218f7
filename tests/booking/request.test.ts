import { expect, test } from 'vitest'
import { receiptFrom } from '#client/booking/submit/request.ts'

const answer = {
  key: '11111111-1111-4111-8111-111111111111',
  bookingId: 'aBcDeFgHiJkLmNoPqRsTuVwXyZ',
  status: 'confirmed',
  start: '2026-11-25T09:30:00.000Z',
  end: '2026-11-25T10:00:00.000Z',
  holdExpiresAt: null,
  manageUrl: '/booking/manage?id=a',
}

test('whoever sent it, a receipt tells whether an earlier version is what was booked', () => {
  expect(receiptFrom({ ...answer, earlier: true }, {})?.earlier).toBe(true)
  expect(receiptFrom(answer, {})?.earlier).toBe(false)
  expect(receiptFrom({ ...answer, start: 7 }, {})).toBeUndefined()
})
