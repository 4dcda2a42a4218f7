import { type ComponentType, Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigationType } from 'react-router-dom'
import { useHydrated } from '#client/lib/browser.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { endGlide } from '#client/lib/sections.ts'
import { mayBeUnfinished } from '#client/lib/unfinished-flag.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { Announcer, announce } from '#client/ui/announcer.tsx'
import { useNewVersion } from './new-version.ts'
import styles from './root-layout.module.css'

const UpdateNote = lazyNamed(
  () => import('./update-note.tsx'),
  (module) => module.UpdateNote,
)

const BackNote = lazyNamed(
  () => import('./back-note.tsx'),
  (module) => module.BackNote,
)

/** Around every page: skip link, live region, notes and focus management between pages. */
export function RootLayout({ Door }: { Door: ComponentType }) {
  useFocusOnNewPage()
  useFocusOnSection()
  const newVersion = useNewVersion()
  const hydrated = useHydrated()
  const atDoor = new URLSearchParams(useLocation().search).has('account') && hydrated
  const mayComeBack = hydrated && mayBeUnfinished()
  return (
    <>
      <a href="#main" className={styles.skip} data-print="off">
        Skip to content
      </a>
      <Outlet />
      <Announcer />
      {newVersion ? (
        <Suspense fallback={null}>
          <UpdateNote key={newVersion.number} takeOver={newVersion.takeOver} />
        </Suspense>
      ) : null}
      {mayComeBack && !newVersion ? (
        <Suspense fallback={null}>
          <BackNote />
        </Suspense>
      ) : null}
      {atDoor ? (
        <Suspense fallback={null}>
          <Door />
        </Suspense>
      ) : null}
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

/** A link to a section moves the focus there, so that Tab continues from it. */
function useFocusOnSection(): void {
  const { hash, key } = useLocation()
  const arrived = useNavigationType()
  // The key also changes if the same section is requested again.
  useEffectOn(`${key} ${hash} ${arrived}`, () => {
    if (arrived === 'POP') return
    endGlide()
    if (hash) document.getElementById(hash.slice(1))?.focus({ preventScroll: true })
  })
}
