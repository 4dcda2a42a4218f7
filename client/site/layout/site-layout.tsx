import { Outlet } from 'react-router-dom'
import { OfflineBar } from '#client/ui/offline-bar.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import styles from './site-layout.module.css'

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
      <div className={styles[ground]}>
        <OfflineBar />
      </div>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  )
}
