import { type ComponentType, Suspense } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { hasAbandonedBooking } from '#client/lib/abandoned-booking-flag.ts'
import { useHydrated } from '#client/lib/browser.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { ScrollRestoration } from '#client/lib/router/site-routes.tsx'
import { disableSmoothScroll } from '#client/lib/section-scroll.ts'
import { useEffectOn, useLayoutEffectOn } from '#client/lib/use-effect-on.ts'
import { Announcer, announce } from '#client/ui/announcer.tsx'
import layout from '#client/ui/layout.module.css'
import { useAppUpdate } from './app-update.ts'

const UpdateNote = lazyNamed(
  () => import('./update-note.tsx'),
  (module) => module.UpdateNote,
)

const AbandonedBookingNote = lazyNamed(
  () => import('./abandoned-booking-note.tsx'),
  (module) => module.AbandonedBookingNote,
)

/** Around every page: skip link, live region, notes and focus management between pages. */
export function RootLayout({ SignInRoute }: { SignInRoute: ComponentType }) {
  useFocusOnNewPage()
  useFocusOnSection()
  const { pathname, search } = useLocation()
  const newVersion = useAppUpdate(pathname)
  const hydrated = useHydrated()
  const isAccountOpen = new URLSearchParams(search).has('account') && hydrated
  const mayComeBack = hydrated && hasAbandonedBooking()
  return (
    <>
      <a href="#main" className={layout.skipLink} data-print="off">
        Skip to content
      </a>
      {/* Before the page, which may scroll to the heading that takes the focus. */}
      <ScrollRestoration />
      <Outlet />
      <Announcer />
      {newVersion ? (
        <Suspense fallback={null}>
          <UpdateNote key={newVersion.number} activate={newVersion.activate} />
        </Suspense>
      ) : null}
      {mayComeBack && !newVersion ? (
        <Suspense fallback={null}>
          <AbandonedBookingNote />
        </Suspense>
      ) : null}
      {isAccountOpen ? (
        <Suspense fallback={null}>
          <SignInRoute />
        </Suspense>
      ) : null}
    </>
  )
}

function useFocusOnNewPage(): void {
  const { pathname } = useLocation()
  const arrived = useNavigationType()
  // Only the path names a page: the rest of an address is a part of it, and moves the focus itself.
  useLayoutEffectOn(pathname, () => {
    if (arrived === 'PUSH') document.getElementById('main')?.focus({ preventScroll: true })
  })
  // Later: the page has set its title by then.
  useEffectOn(pathname, () => {
    if (arrived === 'PUSH') announce(pathname === '/' ? 'Home' : document.title)
  })
}

/** A link to a section moves the focus there, so that Tab continues from it. */
function useFocusOnSection(): void {
  const { hash, key } = useLocation()
  const arrived = useNavigationType()
  // The key also changes if the same section is requested again.
  useLayoutEffectOn(`${key} ${hash} ${arrived}`, () => {
    if (arrived === 'POP') return
    disableSmoothScroll()
    if (hash) document.getElementById(hash.slice(1))?.focus({ preventScroll: true })
  })
}
