import { expect, test } from 'vitest'
import { getBookingPlate } from '#client/ui/plates/destination-plate.ts'

test('A booked journey shows the plate of the destination that was chosen first', () => {
  expect(getBookingPlate('initial-consultation', ['Iceland', 'Norway'])).toBe('falls')
  expect(getBookingPlate('bespoke-planning', ['Denmark'])).toBe('dunes')
})

test('A host sees the table, and a traveller without a destination the northern lights', () => {
  expect(getBookingPlate('business-consultancy', [])).toBe('table')
  expect(getBookingPlate('initial-consultation', [''])).toBe('taiga')
  expect(getBookingPlate(undefined)).toBe('taiga')
})
