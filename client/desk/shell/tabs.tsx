import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { centreTab } from '#client/desk/kit/centre-tab.ts'
import { TabLink } from '#client/desk/kit/tab-link.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './tabs.module.css'
import { useNewsCounts } from './use-news-counts.ts'

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
  const { newBookings, unreadForms } = useNewsCounts()
  const counts: Record<string, CountProps> = {
    Bookings: { number: newBookings, meaning: 'new' },
    Forms: { number: unreadForms, meaning: 'unread' },
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which tab is current, and counts widen the row.
  useEffect(() => {
    centreTab(nav.current)
  }, [pathname, newBookings, unreadForms])
  return (
    <nav ref={nav} className={styles.tabs} aria-label="Admin">
      {tabs.map(({ to, first, label }) => (
        <TabLink key={to} to={to} first={first} className={styles.tab}>
          {label}
          {counts[label] ? <Count {...counts[label]} /> : null}
        </TabLink>
      ))}
    </nav>
  )
}

interface CountProps {
  number: number
  meaning: string
}

/** Nothing where there is nothing new. */
function Count({ number, meaning }: CountProps) {
  if (number === 0) return null
  return (
    <span className={styles.count}>
      {number > 99 ? '99+' : number}
      <VisuallyHidden> {meaning}</VisuallyHidden>
    </span>
  )
}
