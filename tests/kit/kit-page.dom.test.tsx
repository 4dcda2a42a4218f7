import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { KitPage } from './kit-page.tsx'

test('The kit page draws all components, and writes no error', () => {
  const error = vi.spyOn(console, 'error')
  renderRoutes([{ path: '*', element: <KitPage /> }], '/')
  expect(screen.getByRole('heading', { name: 'Icons' })).toBeVisible()
  expect(error).not.toHaveBeenCalled()
})
