import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { booking } from '../../shared/site/content-common.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { useOnline } from '../lib/use-online.ts'
import { useScrollLock } from '../lib/use-scroll-lock.ts'
import { useScrolledPast } from '../lib/use-scrolled-past.ts'
import { Wordmark } from '../ui/wordmark.tsx'
import { FOOTER_NAV } from './site-footer.tsx'
import styles from './site-header.module.css'
import { SiteMenu } from './site-menu.tsx'

/** Scrolled further than this, a header over a plate turns solid; px. */
const SOLID_BEYOND = 100

export function SiteHeader({ ground }: { ground: 'night' | 'paper' }) {
  const menu = useMenu()
  const scrolled = useScrolledPast(SOLID_BEYOND)
  const solid = ground === 'paper' || scrolled || menu.isOpen
  const online = useOnline()
  return (
    <>
      <header
        className={`${styles.header} ${styles[ground]}`}
        data-ground="dark"
        data-solid={solid || undefined}
        data-net={online ? 'on' : 'off'}
        data-print="off"
      >
        <div className={styles.row}>
          <MenuControl isOpen={menu.isOpen} onOpen={menu.open} />
          <div className={styles.mark}>
            <Wordmark size="large" />
          </div>
          <Link to={booking.to} className={styles.book}>
            {booking.label}
          </Link>
        </div>
      </header>
      <SiteMenu dialog={menu.dialog} onClosed={menu.closed} />
    </>
  )
}

interface Menu {
  dialog: RefObject<HTMLDialogElement | null>
  isOpen: boolean
  open: () => void
  closed: () => void
}

function useMenu(): Menu {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useScrollLock(isOpen)
  return {
    dialog,
    isOpen,
    open: () => {
      dialog.current?.showModal()
      setOpen(true)
    },
    closed: () => setOpen(false),
  }
}

/** Without script the way to the other pages is the list in the footer. */
function MenuControl({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  const content = (
    <>
      <i aria-hidden="true" />
      <span>Menu</span>
    </>
  )
  return useHydrated() ? (
    <button
      type="button"
      className={styles.menu}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      {content}
    </button>
  ) : (
    <a href={`#${FOOTER_NAV}`} className={styles.menu}>
      {content}
    </a>
  )
}
