import { render, screen } from '@testing-library/react'
import { isValidElement, type ReactNode } from 'react'
import { MemoryRouter, type RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { RootLayout } from '#client/app/root-layout.tsx'
import { routes } from '#client/app/routes.tsx'
import { RouteBoundary } from '#client/lib/router/site-routes.tsx'
import { NotFound } from '#client/site/not-found.tsx'
import { ErrorScreen } from '#client/ui/page/error-screen.tsx'

test('An error without a message shows the specified default text and a way to try again', () => {
  render(
    <MemoryRouter>
      <ErrorScreen message="" />
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading').textContent).toBe('Oops! Something went wrong')
  expect(screen.getByText('An unexpected error occurred')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
})

test('On an address without a page, the first way out is Home', () => {
  render(
    <MemoryRouter>
      <NotFound />
    </MemoryRouter>,
  )
  const home = screen.getByRole('link', { name: 'Return to Home' })
  const refresh = screen.getByRole('button', { name: 'Refresh Page' })
  expect(home.compareDocumentPosition(refresh)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('Every lazily loaded route is inside a route with an error screen', () => {
  expect(findPathsWithoutErrorScreen(routes)).toEqual([])
  // Within the layout as well, so that an error leaves its skip link and notes.
  const inLayout = routes.flatMap(({ element, children = [] }) =>
    isValidElement<{ children: ReactNode }>(element) &&
    isValidElement(element.props.children) &&
    element.props.children.type === RootLayout
      ? children
      : [],
  )
  expect(inLayout.length).toBeGreaterThan(2)
  expect(findPathsWithoutErrorScreen(inLayout)).toEqual([])
})

function findPathsWithoutErrorScreen(some: readonly RouteObject[]): (string | undefined)[] {
  return some.flatMap(({ path, lazy, children = [], element }) => [
    ...(lazy ? [path] : []),
    ...(isBoundary(element) ? [] : findPathsWithoutErrorScreen(children)),
  ])
}

function isBoundary(element: ReactNode): boolean {
  return isValidElement(element) && element.type === RouteBoundary
}
