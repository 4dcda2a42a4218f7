import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { MyBookings } from '#client/account/account-page.tsx'
import { OwnData } from '#client/account/own-data.tsx'
import { stubServer } from '#tests/support/components/stub-server.ts'

let online = false

it('Offline the account page asks for a connection instead of telling of a failure, and loads once there is one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
  stubServer({
    'get-my-bookings': () => (online ? [200, []] : undefined),
    'gdpr-consents': () => (online ? [500, { code: 'failed', error: 'No' }] : undefined),
  })
  render(
    <MemoryRouter>
      <MyBookings />
      <OwnData SignIn={() => null} />
    </MemoryRouter>,
  )
  expect(await screen.findAllByText('This list needs a connection.')).toHaveLength(2)
  expect(screen.queryByText(/Failed to load/)).not.toBeInTheDocument()
  online = true
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('No bookings found')).toBeVisible()
  expect(await screen.findByText('Failed to load consent settings')).toBeVisible()
  expect(screen.queryByText('This list needs a connection.')).not.toBeInTheDocument()
})
