import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { ErrorScreen } from '#client/app/error-screen.tsx'

afterEach(cleanup)

test('a page that fails without a word says so in the specified ones, with a way to try again', () => {
  render(
    <MemoryRouter>
      <ErrorScreen message="" />
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading').textContent).toBe('Oops! Something went wrong')
  expect(screen.getByText('An unexpected error occurred')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeTruthy()
})
