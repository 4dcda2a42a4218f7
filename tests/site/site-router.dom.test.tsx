import { act, render, screen, waitFor } from '@testing-library/react'
import { Link, Outlet, type RouteObject } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import {
  lazyRoute,
  RouteBoundary,
  SiteRoutes,
  useUnsavedGuard,
} from '#client/lib/router/site-routes.tsx'
import { openRouter, renderRoutes } from '#tests/support/components/site-router.tsx'

const Failed = ({ error }: { error: unknown }) => <p>Failed: {String(error)}</p>

function buildPages(lazyRoutes: RouteObject[]): RouteObject[] {
  const frame = (
    <RouteBoundary Failed={Failed}>
      <Outlet />
    </RouteBoundary>
  )
  const start = (
    <>
      <h1>Start</h1>
      <Link to="/first">First</Link>
      <Link to="/second">Second</Link>
    </>
  )
  return [{ element: frame, children: [{ path: '/start', element: start }, ...lazyRoutes] }]
}

const getTitle = () => screen.getByRole('heading').textContent
const isMarkedAsLoading = () => document.documentElement.hasAttribute('data-loading')
const press = (name: string) => act(() => screen.getByRole('link', { name }).click())

/** A page whose code arrives when the test says so. */
function delayPage(path: string) {
  const code = new EventTarget()
  const arrived = new Promise((resolve) => code.addEventListener('arrived', resolve))
  const load = async () => {
    await arrived
    return { Component: () => <h1>Page {path.slice(1)}</h1> }
  }
  const arrive = () => act(async () => void code.dispatchEvent(new Event('arrived')))
  return { route: lazyRoute(path, load), arrive }
}

test('The page and its address stay until the code of the next page is loaded', async () => {
  const first = delayPage('/first')
  renderRoutes(buildPages([first.route]), '/start')
  press('First')
  expect(getTitle()).toBe('Start')
  expect(location.pathname).toBe('/start')
  expect(isMarkedAsLoading()).toBe(true)
  await first.arrive()
  expect(isMarkedAsLoading()).toBe(false)
  expect(getTitle()).toBe('Page first')
  expect(location.pathname).toBe('/first')
})

test('A page that arrives late does not replace the page that was asked for after it', async () => {
  const first = delayPage('/first')
  const second = delayPage('/second')
  renderRoutes(buildPages([first.route, second.route]), '/start')
  press('First')
  press('Second')
  await second.arrive()
  expect(isMarkedAsLoading()).toBe(false)
  await first.arrive()
  expect(getTitle()).toBe('Page second')
  expect(location.pathname).toBe('/second')
})

test('A page whose code did not load shows the error, and is loaded at the next visit', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi
    .fn(async () => ({ Component: () => <h1>Page first</h1> }))
    .mockRejectedValueOnce(new Error('gone'))
  renderRoutes(buildPages([lazyRoute('/first', load)]), '/start')
  press('First')
  await screen.findByText('Failed: Error: gone')
  expect(location.pathname).toBe('/first')
  act(() => history.back())
  await screen.findByRole('heading', { name: 'Start' })
  press('First')
  await screen.findByRole('heading', { name: 'Page first' })
})

test('Back and Forward during the first load are followed', async () => {
  const first = delayPage('/first')
  const second = delayPage('/second')
  history.replaceState(null, '', '/second')
  history.pushState(null, '', '/first')
  const router = openRouter(buildPages([first.route, second.route]), '/first')
  const started = router.start()
  history.back()
  await waitFor(() => expect(location.pathname).toBe('/second'))
  await first.arrive()
  await second.arrive()
  await started
  render(<SiteRoutes router={router} />)
  expect(getTitle()).toBe('Page second')
})

function Editor() {
  const { isAsking, leave, stay } = useUnsavedGuard(true)
  return (
    <>
      <h1>Editor</h1>
      <Link to="/start">Away</Link>
      {isAsking ? (
        <>
          <button type="button" onClick={leave}>
            Leave
          </button>
          <button type="button" onClick={stay}>
            Stay
          </button>
        </>
      ) : null}
    </>
  )
}

test('Neither a link nor Back leaves unsaved changes before the question is answered', async () => {
  const answer = async (name: string) => {
    const button = await screen.findByRole('button', { name })
    act(() => button.click())
  }
  renderRoutes(buildPages([{ path: '/first', element: <Editor /> }]), '/start')
  press('First')
  press('Away')
  await answer('Stay')
  act(() => history.back())
  await answer('Stay')
  await waitFor(() => expect(location.pathname).toBe('/first'))
  expect(getTitle()).toBe('Editor')
  act(() => history.back())
  await answer('Leave')
  await screen.findByRole('heading', { name: 'Start' })
  expect(location.pathname).toBe('/start')
})
