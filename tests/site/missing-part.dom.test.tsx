import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { RouteError } from '#client/app/route-error.tsx'
import { answerWith } from '#tests/support/answers.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function open(path: string): void {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const lazy = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const routes = [{ path, lazy, ErrorBoundary: RouteError, HydrateFallback: () => null }]
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />)
}

test('the desk without a connection, on a device that never opened it, says to connect first', async () => {
  answerWith({ 'get-config': () => undefined })
  open('/admin')
  await screen.findByRole('heading', { name: 'Please connect to the internet first' })
  expect(screen.getByRole('alert').textContent).toContain(
    'The desk has not been opened on this device',
  )
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a part that is gone from a server that answers is called gone', async () => {
  answerWith({ 'get-config': () => [200, { payments: 'demo', mail: false, places: {} }] })
  open('/admin')
  await screen.findByRole('heading', { name: 'Oops! Something went wrong' })
  expect(screen.getByRole('alert').textContent).toContain('may have been updated')
})
