import { render, screen } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { RouteError } from '#client/app/route-error.tsx'
import { lazyRoute, RouteBoundary, SiteRoutes } from '#client/lib/router/site-routes.tsx'
import { openRouter } from '#tests/support/components/site-router.tsx'
import { stubServer } from '#tests/support/components/stub-server.ts'

async function open(path: string): Promise<void> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const boundary = (
    <RouteBoundary Failed={RouteError}>
      <Outlet />
    </RouteBoundary>
  )
  const router = openRouter([{ element: boundary, children: [lazyRoute(path, load)] }], path)
  await router.start()
  render(<SiteRoutes router={router} />)
}

test('The desk, opened offline on a device that never loaded it, shows a notice to connect first', async () => {
  stubServer({ 'get-config': () => undefined })
  await open('/admin')
  await screen.findByRole('heading', { name: 'Please connect to the internet first' })
  expect(screen.getByRole('alert')).toHaveTextContent('The desk has not been opened on this device')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('Code that a reachable server no longer has is reported as missing, not as a lost connection', async () => {
  stubServer({ 'get-config': () => [200, { payments: 'demo', mail: false, places: {} }] })
  await open('/admin')
  await screen.findByRole('heading', { name: 'Oops! Something went wrong' })
  expect(screen.getByRole('alert')).toHaveTextContent('may have been updated')
})
