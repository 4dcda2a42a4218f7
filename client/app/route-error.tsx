import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router-dom'
import { isServerReached } from '#client/lib/server-reach.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { ErrorScreen, NightScreen } from './error-screen.tsx'

/** The error screen of every route. */
export function RouteError() {
  const error = useRouteError()
  const missing = isMissingPart(error)
  const renews = useRenewOnce(missing)
  if (renews) return null
  return missing ? <MissingPart /> : <ErrorScreen message={messageOf(error)} />
}

/** Without a connection a part is missing because it was never fetched; with one, it is gone. */
function MissingPart() {
  const { value: reached } = useAsync('server', isServerReached)
  if (reached === undefined) return null
  return reached ? <ErrorScreen message={GONE} /> : <ConnectFirst />
}

const GONE = 'Part of this page did not load. The site may have been updated in the meantime.'

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    return error.status === 404 ? 'This path ends here.' : error.statusText
  }
  // A message of ours is written for people; one of the engine's (TypeError and kin) is not.
  return error instanceof Error && error.constructor === Error ? error.message : ''
}

/** As browsers and the bundler word it when a script or its styles cannot be fetched. */
function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
  )
}

const TITLE = 'Please connect to the internet first'

/** For a page that this device never fetched while it could. */
function ConnectFirst() {
  useTitle(TITLE)
  const { pathname } = useLocation()
  const isDesk = pathname === '/admin' || pathname.startsWith('/admin/')
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return (
    <NightScreen title={TITLE} message={isDesk ? DESK : PAGE}>
      <Button variant="cream" onClick={() => location.reload()}>
        Try again
      </Button>
      <ButtonLink variant="ghost" to="/">
        Return to Home
      </ButtonLink>
    </NightScreen>
  )
}

const DESK =
  'The desk has not been opened on this device before. Once it has, it also works without a connection.'
const PAGE = 'This page has not been opened on this device before.'

const TRIED = 'renewed'

/**
 * Loads the page anew where a part of it is missing although a service worker is in charge: then
 * the page is of an earlier version than what is kept. Once for each address; whether it does.
 */
function useRenewOnce(partIsMissing: boolean): boolean {
  const [renews] = useState(() => partIsMissing && mayRenew())
  useEffect(() => {
    if (!renews) return
    sessionStorage.setItem(TRIED, location.pathname)
    location.reload()
  }, [renews])
  return renews
}

function mayRenew(): boolean {
  try {
    const isTried = sessionStorage.getItem(TRIED) === location.pathname
    return !isTried && navigator.onLine && navigator.serviceWorker?.controller != null
  } catch {
    // Storage is barred, so nothing would end a circle.
    return false
  }
}
