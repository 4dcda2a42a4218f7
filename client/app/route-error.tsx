import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isServerReachable } from '#client/lib/server-reachable.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { ErrorScreen, MessageScreen } from '#client/ui/page/error-screen.tsx'

/** The error screen of every route; tries one reload first if a part of the page is missing. */
export function RouteError({ error }: { error: unknown }) {
  const missing = isChunkLoadError(error)
  const renews = useReloadOnce(missing)
  if (renews) return null
  return missing ? <ChunkLoadErrorScreen /> : <ErrorScreen message={getErrorMessage(error)} />
}

/** Offline, the missing part was never fetched; online, the server no longer has it. */
function ChunkLoadErrorScreen() {
  const { value: reached } = useAsync('server', isServerReachable)
  if (reached === undefined) return null
  return reached ? <ErrorScreen message={CHUNK_MISSING_MESSAGE} /> : <OfflineScreen />
}

const CHUNK_MISSING_MESSAGE =
  'Part of this page did not load. The site may have been updated in the meantime.'

function getErrorMessage(error: unknown): string {
  // Plain `Error`s are ours, written for visitors; subclasses such as `TypeError` are not.
  return error instanceof Error && error.constructor === Error ? error.message : ''
}

/** Matches the messages of browsers and Vite for a script or style sheet that did not load. */
export function isChunkLoadError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
  )
}

const OFFLINE_TITLE = 'Please connect to the internet first'

/** Offline, for a page that this device has never fetched. */
function OfflineScreen() {
  useTitle(OFFLINE_TITLE)
  const { pathname } = useLocation()
  const isDesk = pathname === '/admin' || pathname.startsWith('/admin/')
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return (
    <MessageScreen title={OFFLINE_TITLE} message={isDesk ? DESK_MESSAGE : PAGE_MESSAGE}>
      <Button variant="cream" onClick={() => location.reload()}>
        Try again
      </Button>
      <ButtonLink variant="ghost" to="/">
        Return to Home
      </ButtonLink>
    </MessageScreen>
  )
}

const DESK_MESSAGE =
  'The desk has not been opened on this device before. Once it has, it also works without a connection.'
const PAGE_MESSAGE = 'This page has not been opened on this device before.'

const RELOADED_KEY = 'renewed'

/**
 * Reloads the page if a part of it is missing although a service worker controls it: the page is
 * then older than the precached files. Reloads once per address; returns whether it does.
 */
function useReloadOnce(partIsMissing: boolean): boolean {
  const [renews] = useState(() => partIsMissing && canReload())
  useEffect(() => {
    if (!renews) return
    sessionStorage.setItem(RELOADED_KEY, location.pathname)
    location.reload()
  }, [renews])
  return renews
}

function canReload(): boolean {
  try {
    const isTried = sessionStorage.getItem(RELOADED_KEY) === location.pathname
    return !isTried && navigator.onLine && navigator.serviceWorker?.controller != null
  } catch {
    // Without storage, nothing would stop a reload loop.
    return false
  }
}
