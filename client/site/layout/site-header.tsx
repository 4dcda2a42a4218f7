import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useOnline } from '#client/lib/use-online.ts'
import { useScrolledPast } from '#client/lib/use-scrolled-past.ts'
import { Wordmark } from '#client/ui/wordmark.tsx'
import { booking } from '#shared/site/content-common.ts'
import styles from './site-header.module.css'
import { FOOTER_NAV, MenuButton } from './site-menu.tsx'

/** Scrolled further than this, a header over a plate turns solid; px. */
const SOLID_BEYOND = 100

export function SiteHeader({ ground }: { ground: 'night' | 'paper' }) {
  const [menuIsOpen, setMenuIsOpen] = useState(false)
  const scrolled = useScrolledPast(SOLID_BEYOND)
  const solid = ground === 'paper' || scrolled || menuIsOpen
  const online = useOnline()
  return (
    <header
      className={`${styles.header} ${styles[ground]}`}
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
