import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useTitle } from '#client/lib/use-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { NightScreen } from './night-screen.tsx'

const TITLE = 'Please connect to the internet first'

/** For a page that this device never fetched while it could. */
export function ConnectFirst() {
  useTitle(TITLE)
  const { pathname } = useLocation()
  const isDesk = pathname === '/admin' || pathname.startsWith('/admin/')
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return (
    <NightScreen title={TITLE} message={isDesk ? DESK : PAGE} alert>
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
