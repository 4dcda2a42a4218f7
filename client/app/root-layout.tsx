import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigationType } from 'react-router-dom'
import { Announcer, announce } from '../ui/announcer.tsx'
import styles from './root-layout.module.css'

/** What surrounds every page: the skip link, the live region, and where focus goes between pages. */
export function RootLayout() {
  useFocusOnNewPage()
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <Outlet />
      <Announcer />
      <ScrollRestoration />
    </>
  )
}

function useFocusOnNewPage(): void {
  const { pathname } = useLocation()
  const arrived = useNavigationType()
  useEffect(() => {
    if (arrived !== 'PUSH') return
    document.getElementById('main')?.focus({ preventScroll: true })
    announce(pathname === '/' ? 'Home' : document.title)
  }, [pathname, arrived])
}
