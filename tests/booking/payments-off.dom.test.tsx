import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BookingFlow } from '#client/booking/booking-flow.tsx'
import { getService } from '#shared/content/services.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { stubServer } from '#tests/support/components/stub-server.ts'

test('A paid service that cannot be paid here asks for a time, not for another one', async () => {
  stubServer({ 'get-config': () => [200, buildSiteConfig({ payments: 'off' })] })
  const flow = (
    <BookingFlow
      service={getService('bespoke-planning')}
      PaymentStep={() => null}
      prepare={(draft) => draft}
    />
  )
  renderRoutes([{ path: '/service', element: flow }], '/service')
  expect(await screen.findByRole('heading', { name: 'Write to me to book' })).toBeVisible()
  const link = screen.getByRole('link', { name: 'Ask for a time' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).not.toMatch(/alternative/i)
  expect(screen.queryByText(/alternative time/)).not.toBeInTheDocument()
})
