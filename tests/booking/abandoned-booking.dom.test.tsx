import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AbandonedBookingNote } from '#client/app/abandoned-booking-note.tsx'
import { saveAbandonedBooking } from '#client/lib/device/abandoned-booking.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { user } from '#tests/support/components/user.ts'

const BOOKING_PATH = '/service/bespoke-planning'

function renderNote() {
  saveAbandonedBooking({ path: `${BOOKING_PATH}?step=details`, service: 'Bespoke Planning' })
  const router = renderRoutes([{ path: '*', element: <AbandonedBookingNote /> }], '/about')
  return (path: string) => act(() => router.navigator.push(path))
}

const findNote = () => screen.queryByRole('region', { name: 'Unfinished booking' })

test('An abandoned booking is offered only while online', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  renderNote()
  expect(findNote()).not.toBeNull()
  onLine.mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(findNote()).toBeNull()
  onLine.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(findNote()).not.toBeNull()
})

test('A dismissed booking is not offered again after a visit to its page', async () => {
  const navigate = renderNote()
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  expect(findNote()).toBeNull()
  navigate(`${BOOKING_PATH}?step=calendar`)
  navigate('/about')
  expect(findNote()).toBeNull()
})
