import { expect, it } from 'vitest'
import { formatOutsideHours } from '#client/desk/schedule/schedule-text.ts'

it('The text for one booking and for several says that they are, or would be, outside the hours', () => {
  const texts = [1, 4].flatMap((number) => [
    formatOutsideHours(number, false),
    formatOutsideHours(number, true),
  ])
  expect(texts).toEqual([
    '1 booking lies outside the hours. It stays as it is until you offer a new time.',
    '1 booking would lie outside the hours. It stays as it is until you offer a new time.',
    '4 bookings lie outside the hours. They stay as they are until you offer a new time.',
    '4 bookings would lie outside the hours. They stay as they are until you offer a new time.',
  ])
})
