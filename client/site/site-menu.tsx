import type { MouseEvent, RefObject } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { business, mailLink, phoneLink } from '../../shared/site/business.ts'
import { type NavItem, navigation } from '../../shared/site/content-common.ts'
import { cycleFocus } from '../lib/cycle-focus.ts'
import { useInstallOffer } from '../lib/install-offer.ts'
import { CloseIcon } from '../ui/icons.tsx'
import text from '../ui/type.module.css'
import { SectionLink } from './section-link.tsx'
import styles from './site-menu.module.css'

const NUMERALS = ['i', 'ii', 'iii', 'iv']

interface SiteMenuProps {
  dialog: RefObject<HTMLDialogElement | null>
  onClosed: () => void
}

/** A modal dialog of the platform: it keeps the page behind still, takes Esc, and gives focus back. */
export function SiteMenu({ dialog, onClosed }: SiteMenuProps) {
  const close = () => dialog.current?.close()
  const closeOutside = (event: MouseEvent) => {
    if (event.target === event.currentTarget) close()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.menu}
      data-ground="dark"
      data-print="off"
      aria-label="Menu"
      onClose={onClosed}
      onClick={closeOutside}
      onKeyDown={(event) => cycleFocus(event, event.currentTarget)}
    >
      <div className={`${styles.panel} grain`}>
        <div className={styles.top}>
          <span className={text.label}>Menu</span>
          <button type="button" className={styles.close} onClick={close}>
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
        </nav>
        <MenuFoot onLeave={close} />
      </div>
    </dialog>
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

function MenuFoot({ onLeave }: { onLeave: () => void }) {
  const install = useInstallOffer()
  return (
    <div className={styles.foot}>
      <div>
        <span className={text.label}>Write</span>
        <a href={mailLink()}>{business.email}</a>
      </div>
      <div>
        <span className={text.label}>Call</span>
        <a href={phoneLink}>{business.phone}</a>
      </div>
      <div>
        <span className={text.label}>Follow</span>
        {business.social.map(({ name, url }) => (
          <a key={name} href={url} rel="me">
            {name}
          </a>
        ))}
      </div>
      <div>
        <span className={text.label}>Account</span>
        <Link to="?account" onClick={onLeave}>
          Sign in
        </Link>
      </div>
      {install ? (
        <div>
          <span className={text.label}>Offline</span>
          <button type="button" className={styles.install} onClick={install}>
            Keep this site on your device
          </button>
        </div>
      ) : null}
    </div>
  )
}
