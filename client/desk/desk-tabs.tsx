import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { centreTab } from './centre-tab.ts'
import styles from './desk-tabs.module.css'
import { TabLink } from './tab-link.tsx'

const tabs = [
  { to: '/admin/dashboard', label: 'Dashboard' },
  { to: '/admin/crm', label: 'CRM' },
  { to: '/admin/bookings', label: 'Bookings' },
  { to: '/admin/sales', label: 'Sales' },
  // Straight to the first form: another address on the way would draw the page twice.
  { to: '/admin/forms', first: '/booking', label: 'Forms' },
  { to: '/admin/settings', label: 'Settings' },
]

/** On a phone the row scrolls, and the tab one is on comes into view. */
export function DeskTabs() {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which tab is current.
  useEffect(() => {
    centreTab(nav.current)
  }, [pathname])
  return (
    <nav ref={nav} className={styles.tabs} aria-label="Admin">
      {tabs.map(({ to, first, label }) => (
        <TabLink key={to} to={to} first={first} className={styles.tab}>
          {label}
        </TabLink>
      ))}
    </nav>
  )
}
