import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { useHydrated } from '#client/lib/browser.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { BreakableAddress } from '#client/ui/controls/breakable-address.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ArrowRightIcon, CloseIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import text from '#client/ui/type.module.css'
import { toFirstBooking } from '#shared/content/services.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { toPhoneLink, toWriteLink } from '#shared/site/contact-links.ts'
import { BOOKING_LABEL, type NavItem, navigation } from '#shared/site/links.ts'
import { SectionLink } from './section-link.tsx'
import styles from './site-menu.module.css'

const NUMERALS = ['i', 'ii', 'iii', 'iv']

/** Id of the footer's list of pages, to which the menu button links without script. */
export const FOOTER_NAV_ID = 'footer-nav'

/**
 * The menu button and its menu, for a layout to place. The menu is outside the page, so that it stays
 * open where a page replaces its prerendered frame with the button. Without script the button is a
 * link to `noScriptHref`; it stays the same element when it becomes a button, so hydration takes
 * away neither its focus nor a press on it.
 */
export function useSiteMenu(noScriptHref = `/#${FOOTER_NAV_ID}`) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLAnchorElement>(null)
  const hadFocus = useRef(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const isHydrated = useHydrated()
  useScrollLock(isOpen)
  // Pressed during hydration, the button opens a menu that is rendered only afterwards.
  useLayoutEffect(() => {
    if (isOpen && isHydrated) dialog.current?.showModal()
  }, [isOpen, isHydrated])
  const open = (event: SyntheticEvent) => {
    event.preventDefault()
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    // The browser returns the focus to the button that was pressed, which may have been replaced. Then the focus
    // is still within the closed menu, or no longer anywhere.
    const focused = document.activeElement
    if (focused === document.body || dialog.current?.contains(focused)) button.current?.focus()
  }
  // A page that replaces its frame removes the button with the focus, and places another one.
  const placeButton = (element: HTMLAnchorElement) => {
    button.current = element
    if (hadFocus.current) element.focus({ preventScroll: true })
    return () => {
      hadFocus.current = document.activeElement === element
    }
  }
  const buttonProps = {
    role: 'button',
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
  } as const
  return {
    isOpen,
    button: (
      <a
        ref={placeButton}
        href={noScriptHref}
        className={`${layout.bare} ${styles.menuButton}`}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key === ' ') open(event)
        }}
        {...(isHydrated ? buttonProps : {})}
      >
        <i aria-hidden="true" />
        <span>Menu</span>
      </a>
    ),
    menu: isHydrated ? <SiteMenu dialog={dialog} onClosed={close} /> : null,
  }
}

interface SiteMenuProps {
  dialog: RefObject<HTMLDialogElement | null>
  onClosed: () => void
}

function SiteMenu({ dialog, onClosed }: SiteMenuProps) {
  const close = () => dialog.current?.close()
  return (
    <Dialog
      ref={dialog}
      className={styles.menu}
      data-ground="dark"
      data-print="off"
      aria-label="Menu"
      onClose={onClosed}
      closesOnOutsideClick
    >
      <div className={`${styles.panel} grain`}>
        <div className={styles.top}>
          <span className={text.label}>Menu</span>
          <button type="button" className={`${layout.bare} ${styles.close}`} onClick={close}>
            Close
            <CloseIcon />
          </button>
        </div>
        <nav className={styles.nav} aria-label="Main">
          <ul>
            {navigation.map((item, place) => (
              <li key={item.to}>
                <small aria-hidden="true">{NUMERALS[place]}</small>
                <MenuLink item={item} onClick={close} />
              </li>
            ))}
          </ul>
          <Link to={toFirstBooking()} className={styles.bookLink} onClick={close}>
            <ArrowRightIcon />
            {BOOKING_LABEL}
          </Link>
        </nav>
        <MenuFooter onLeave={close} />
      </div>
    </Dialog>
  )
}

function MenuLink({ item, onClick }: { item: NavItem; onClick: () => void }) {
  const { pathname } = useLocation()
  return item.section && pathname === '/' ? (
    <SectionLink section={item.section} onClick={onClick}>
      {item.label}
    </SectionLink>
  ) : (
    <NavLink to={item.to} end={item.to === '/'} onClick={onClick}>
      {item.label}
    </NavLink>
  )
}

function MenuFooter({ onLeave }: { onLeave: () => void }) {
  const install = useInstallPrompt()
  const { email, phone, social } = getBusiness()
  return (
    <div className={styles.footer}>
      {email ? (
        <div>
          <span className={text.label}>Write</span>
          <a href={toWriteLink()}>
            <BreakableAddress address={email} />
          </a>
        </div>
      ) : null}
      {phone ? (
        <div>
          <span className={text.label}>Call</span>
          <a href={toPhoneLink(phone)}>{phone}</a>
        </div>
      ) : null}
      {social ? (
        <div>
          <span className={text.label}>Follow</span>
          {social.map(({ name, url }) => (
            <a key={name} href={url} rel="me">
              {name}
            </a>
          ))}
        </div>
      ) : null}
      <div>
        <span className={text.label}>Account</span>
        <Link to="?account" onClick={onLeave}>
          Sign in
        </Link>
      </div>
      {install ? (
        <div>
          <span className={text.label}>Offline</span>
          <button type="button" className={`${layout.bare} ${styles.install}`} onClick={install}>
            Keep this site on your device
          </button>
        </div>
      ) : null}
    </div>
  )
}

/** Prevents scrolling of the page while `locked`. */
function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return
    const root = document.documentElement
    // Overlay scroll bars take no width, so none is reserved.
    root.dataset.locked = innerWidth > root.clientWidth ? 'bar' : ''
    return () => {
      delete root.dataset.locked
    }
  }, [locked])
}

/** `beforeinstallprompt` exists in Chromium only, and not in TypeScript's library. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: BeforeInstallPromptEvent
  }
}

const installPrompt = createStore<(() => void) | undefined>(undefined)

// At module level: the event fires early, long before the menu is opened.
if (typeof window !== 'undefined') {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    // An event's prompt can be shown once; the browser fires another event if it allows another.
    installPrompt.set(() => {
      installPrompt.set(undefined)
      void event.prompt()
    })
  })
  addEventListener('appinstalled', () => installPrompt.set(undefined))
}

/** Opens the browser's install prompt; undefined if it has none, e.g. once installed. */
function useInstallPrompt(): (() => void) | undefined {
  return useStore(installPrompt)
}
