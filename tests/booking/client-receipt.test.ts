import { expect, test } from 'vitest'
import { listBookedFacts } from '#client/booking/booking-facts.ts'
import { parseSubmittedBooking } from '#client/booking/submit/booking-submission.ts'

const answer = {
  key: '11111111-1111-4111-8111-111111111111',
  bookingId: 'aBcDeFgHiJkLmNoPqRsTuVwXyZ',
  status: 'confirmed',
  start: '2026-11-25T09:30:00.000Z',
  end: '2026-11-25T10:00:00.000Z',
  holdExpiresAt: null,
  serviceTitle: 'Business Consultancy',
  price: { amount: 0, currency: 'nok', vat: null },
  manageUrl: '/booking/manage?id=a',
}

test('A receipt shows whether an earlier version was booked, whichever way the submission was sent', () => {
  expect(parseSubmittedBooking({ ...answer, isEarlierVersion: true }, {})?.isEarlierVersion).toBe(
    true,
  )
  expect(parseSubmittedBooking(answer, {})?.isEarlierVersion).toBe(false)
  expect(parseSubmittedBooking({ ...answer, start: 7 }, {})).toBeUndefined()
})

test('A receipt names the fee of a paid service without saying that it is paid: a request is not', () => {
  const price = { amount: 150_000, currency: 'nok' }
  const sent = { fields: { timezone: 'Europe/Oslo' }, serviceTitle: 'Business Consultancy', price }
  const facts = listBookedFacts(sent, Date.parse(answer.start))
  expect(facts.map(({ term }) => term)).toEqual(['Service', 'Date and time', 'Time zone', 'Fee'])
  expect(facts[1]?.value).toBe('Wednesday 25\u00a0November\u00a02026, 10:30')
})
