import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, type RouteObject } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { ErrorScreen } from '#client/app/error-screen.tsx'
import { RouteError } from '#client/app/route-error.tsx'
import { routes } from '#client/app/routes.tsx'

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

test('every route whose code comes later lies in one with an error screen', () => {
  expect(pathsWithoutErrorScreen(routes)).toEqual([])
  expect(pathsWithoutErrorScreen(routes.flatMap(({ children = [] }) => children)).sort()).toEqual(
    [],
  )
})

function pathsWithoutErrorScreen(some: readonly RouteObject[]): (string | undefined)[] {
  return some.flatMap(({ path, lazy, children = [], ErrorBoundary }) => [
    ...(lazy ? [path] : []),
    ...(ErrorBoundary === RouteError ? [] : pathsWithoutErrorScreen(children)),
  ])
}
