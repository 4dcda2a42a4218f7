import { useState, useSyncExternalStore } from 'react'
import { Link, Outlet } from 'react-router-dom'
import { useOnline } from '#client/lib/use-online.ts'
import { OfflineBar } from '#client/ui/offline-bar.tsx'
import { Wordmark } from '#client/ui/wordmark.tsx'
import { booking } from '#shared/site/content-common.ts'
import { SiteFooter } from './site-footer.tsx'
import styles from './site-layout.module.css'
import { FOOTER_NAV, MenuButton } from './site-menu.tsx'

/** Around pages that open with a night plate: the header lies over it. */
export function NightLayout() {
  return <SiteLayout ground="night" />
}

/** Around pages on paper: the header stands above them. */
export function PaperLayout() {
  return <SiteLayout ground="paper" />
}

function SiteLayout({ ground }: { ground: 'night' | 'paper' }) {
  return (
    <div className={styles.site}>
      <SiteHeader ground={ground} />
      <div className={ground === 'night' ? styles.strip : undefined}>
        <OfflineBar />
      </div>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  )
}

/** Scrolled further than this, a header over a plate turns solid; px. */
const SOLID_BEYOND = 100

function SiteHeader({ ground }: { ground: 'night' | 'paper' }) {
  const [menuIsOpen, setMenuIsOpen] = useState(false)
  const scrolled = useScrolledPast(SOLID_BEYOND)
  const solid = ground === 'paper' || scrolled || menuIsOpen
  const online = useOnline()
  return (
    <header
      className={`${styles.header} ${ground === 'night' ? styles.overPlate : styles.onPaper}`}
      data-ground="dark"
      data-solid={solid || undefined}
      data-net={online ? 'on' : 'off'}
      data-print="off"
    >
      <div className={styles.row}>
        <div className={styles.menu}>
          <MenuButton onToggle={setMenuIsOpen} withoutScript={`#${FOOTER_NAV}`} />
        </div>
        <div className={styles.mark}>
          <Wordmark size="large" />
        </div>
        <Link to={booking.to} className={styles.book}>
          Book<span> a consultation</span>
        </Link>
      </div>
    </header>
  )
}

function subscribe(changed: () => void): () => void {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

/** Whether the page is scrolled further down than `px`; renders again only where that changes. */
function useScrolledPast(px: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => scrollY > px,
    () => false,
  )
}
