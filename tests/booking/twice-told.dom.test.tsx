import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SlotList } from '#client/booking/calendar/slot-list.tsx'
import { ZoneRulers } from '#client/desk/bookings/zone-rulers.tsx'
import { deskRecord } from '#tests/support/desk-record.ts'

afterEach(cleanup)

const first = '2027-10-31T00:00:00.000Z'
const second = '2027-10-31T01:00:00.000Z'

describe('a time that the clock shows twice in a night names its offset', () => {
  it('in the list of times', () => {
    const starts = [first, second].map(Date.parse)
    const choose = () => {}
    const list = { starts, zone: 'Europe/Oslo', chosen: null, label: 'Times', onChoose: choose }
    render(<SlotList {...list} lost={Date.parse(first) - 1_800_000} />)
    const names = screen.getAllByRole('button').map((button) => button.textContent)
    expect(names).toEqual(['01:30', '02:00 GMT+2', '02:00 GMT+1'])
  })

  it.each([
    [first, '02:00 GMT+2 to 02:30'],
    [second, '02:00 GMT+1 to 02:30'],
  ])('at the desk: %s', (start, words) => {
    const booking = deskRecord({ start, timezone: 'Europe/Oslo' })
    const time = { start: Date.parse(start), end: Date.parse(booking.end) }
    render(<ZoneRulers booking={booking} time={time} />)
    expect(screen.getAllByText(words, { exact: false })).toHaveLength(2)
  })
})
