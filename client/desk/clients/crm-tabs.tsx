import { Link, useLocation } from 'react-router-dom'
import { CalendarIcon } from '#client/desk/kit/icons.tsx'
import { ClientsIcon, SettingsIcon } from './crm-icons.tsx'
import styles from './crm-tabs.module.css'

const clients = { to: '/admin/crm', label: 'Clients', Icon: ClientsIcon }
const others = [
  { to: '/admin/crm/calendar', label: 'Calendar', Icon: CalendarIcon },
  { to: '/admin/crm/settings', label: 'Settings', Icon: SettingsIcon },
]

/** The parts of the client book; whatever is not one of the others is a client's. */
export function CrmTabs() {
  const { pathname } = useLocation()
  const here = others.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? clients
  return (
    <nav className={styles.tabs} aria-label="CRM">
      {[clients, ...others].map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={styles.tab}
          aria-current={tab === here ? 'page' : undefined}
        >
          <tab.Icon />
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
