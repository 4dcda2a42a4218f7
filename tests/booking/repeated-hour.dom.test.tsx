import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ZoneRulers } from '#client/desk/bookings/zone-rulers.tsx'
import { SlotList } from '#client/ui/calendar/slot-list.tsx'
import { buildDeskBooking } from '#tests/support/booking/desk-booking.ts'

const firstOccurrence = '2027-10-31T00:00:00.000Z'
const secondOccurrence = '2027-10-31T01:00:00.000Z'

describe('A time that occurs twice in the night of a clock change', () => {
  it('shows its UTC offset in the list of slots', () => {
    const starts = [firstOccurrence, secondOccurrence].map(Date.parse)
    const choose = () => {}
    const list = { starts, zone: 'Europe/Oslo', chosen: [], label: 'Times', onChoose: choose }
    render(<SlotList {...list} lost={[Date.parse(firstOccurrence) - 1_800_000]} />)
    const names = screen.getAllByRole('button').map((button) => button.textContent)
    expect(names).toEqual(['01:30', '02:00 GMT+2', '02:00 GMT+1'])
  })

  it.each([
    [firstOccurrence, '02:00 GMT+2 to 02:30'],
    [secondOccurrence, '02:00 GMT+1 to 02:30'],
  ])('shows its UTC offset at the desk: %s', (start, text) => {
    const booking = buildDeskBooking({ start, timezone: 'Europe/Oslo' })
    const time = { start: Date.parse(start), end: Date.parse(booking.end) }
    render(<ZoneRulers booking={booking} time={time} />)
    expect(screen.getByText(text, { exact: false })).toBeVisible()
  })
})
