import { expect, it } from 'vitest'
import { outsideWords } from '#client/desk/schedule/words.ts'

it('says of one booking and of many that they lie outside the hours, or would', () => {
  const told = [1, 4].flatMap((number) => [outsideWords(number, false), outsideWords(number, true)])
  expect(told).toEqual([
    '1 booking lies outside the hours. It stays as it is until you offer a new time.',
    '1 booking would lie outside the hours. It stays as it is until you offer a new time.',
    '4 bookings lie outside the hours. They stay as they are until you offer a new time.',
    '4 bookings would lie outside the hours. They stay as they are until you offer a new time.',
  ])
})
