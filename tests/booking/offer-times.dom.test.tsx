import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OfferTimes } from '#client/desk/bookings/commands/offer-times.tsx'
import { useBookingCommand } from '#client/desk/bookings/commands/use-booking-command.tsx'
import { buildDeskBooking } from '#tests/support/booking/desk-booking.ts'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { user } from '#tests/support/components/user.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const at = (day: string, time: string) => `2026-11-${day}T${time}:00.000Z`
const slots = [
  ...['08:00', '08:30', '09:00', '09:30', '10:00', '10:30', '11:00'].map((time) => at('26', time)),
  at('30', '13:00'),
]

function Host() {
  const booking = buildDeskBooking({ timezone: 'Asia/Tokyo', status: 'needs_new_time' })
  const command = useBookingCommand({ booking, onUpdated: () => {}, reload: () => {} })
  return <OfferTimes {...{ booking, command }} now={NOW} close={() => {}} />
}

async function open() {
  const requests = stubServer({
    'get-availability': () => [
      200,
      {
        slots,
        timeZone: 'Europe/Oslo',
        bookableTo: '2027-02-19',
        scheduleVersion: 1,
        generatedAt: new Date(NOW).toISOString(),
      },
    ],
    'offer-times': () => [200, buildDeskBooking()],
  })
  render(<Host />)
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false'))
  return requests
}

const chooseDay = (name: string) => user.click(screen.getByRole('button', { name }))
const chooseTime = (name: RegExp) =>
  user.click(within(screen.getByRole('group')).getByRole('button', { name }))
const readChosen = () =>
  within(screen.getByRole('list', { name: 'Chosen times' }))
    .queryAllByRole('button')
    .map((chip) => chip.textContent)

test('The owner offers any free times, of any days, each shown in the guest’s zone too', async () => {
  const requests = await open()
  await chooseDay('Monday 30 November 2026')
  await chooseTime(/^14:00.*22:00 in Tokyo, night/)
  await chooseDay('Thursday 26 November 2026')
  await chooseTime(/^09:00.*17:00 in Tokyo$/)
  expect(readChosen()).toEqual(['Thu 26 Nov, 09:00', 'Mon 30 Nov, 14:00'])
  await user.click(screen.getByRole('button', { name: /^Send 2 times to/ }))
  await expect
    .poll(() => requests.find(({ name }) => name === 'offer-times')?.body)
    .toMatchObject({ starts: [at('26', '08:00'), at('30', '13:00')] })
})

test('At most six times are offered; pressing a chosen one takes it away', async () => {
  await open()
  await chooseDay('Thursday 26 November 2026')
  for (const time of ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00'])
    await chooseTime(new RegExp(`^${time}`))
  expect(readChosen()).toHaveLength(6)
  expect(readChosen()).not.toContain('Thu 26 Nov, 12:00')
  expect(screen.getByText(/Take one away/)).toBeVisible()
  await chooseTime(/^09:00/)
  await chooseTime(/^12:00/)
  expect(readChosen()).toContain('Thu 26 Nov, 12:00')
  expect(readChosen()).not.toContain('Thu 26 Nov, 09:00')
})
