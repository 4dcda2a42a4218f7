import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useBookState } from '#client/book/use-book.ts'
import { CalendarIcon, ClientsIcon, SettingsIcon } from '#client/desk/kit/icons.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { onLock } from '#client/encryption/lock-state.ts'
import { isSealedHere } from '#client/encryption/sealed-flag.ts'
import { useOnline } from '#client/lib/browser.ts'
import { useOwnerHere } from '#client/lib/data/account-here.ts'
import { NetBar } from '#client/ui/net-bar.tsx'
import type from '#client/ui/type.module.css'
import { OLD_CLIENTS_KEY } from '#shared/clients/import/old-clients-key.ts'
import styles from './crm-frame.module.css'
import { syncedWords } from './day-of.ts'

/**
 * The frame of the CRM pages: its three tabs beside the page, or at the foot of a narrow window.
 */
export function CrmFrame({ children }: { children: ReactNode }) {
  const online = useOnline()
  const { syncedAt } = useBookState()
  const now = useMinute()
  useOldClients()
  return (
    <>
      <NetBar offline={!online}>You are offline. Edits are saved on this device.</NetBar>
      <div className={`${styles.frame} ${online ? '' : styles.offline}`}>
        <div className={styles.side} data-print="off">
          <div className={styles.inner}>
            <CrmTabs />
            {syncedAt === undefined ? null : (
              <p className={`${type.fine} ${styles.synced}`}>{syncedWords(syncedAt, now)}</p>
            )}
          </div>
        </div>
        <div className={styles.page}>{children}</div>
      </div>
    </>
  )
}

/**
 * Imports the clients of the site's old version the first time the client book opens in this
 * browser.
 */
function useOldClients(): void {
  const { phase, waiting, refused, syncedAt } = useBookState()
  const userId = useOwnerHere()?.userId
  const sealed = useSyncExternalStore(onLock, () => isSealedHere(userId))
  useEffect(() => {
    if (phase === 'ready') whereThereAreSome(({ bringAlong }) => bringAlong(sealed))
  }, [phase, sealed])
  useEffect(() => {
    if (phase === 'ready')
      whereThereAreSome(({ dropTaken }) => dropTaken(localStorage, { waiting, refused, syncedAt }))
  }, [phase, waiting, refused, syncedAt])
}

/**
 * Loads the import code only in browsers that have an old list, imported or not; most have none.
 */
function whereThereAreSome(deal: (old: typeof import('./old-clients-here.ts')) => unknown): void {
  const some = Object.keys(localStorage).some((key) => key.startsWith(OLD_CLIENTS_KEY))
  // If the code cannot be loaded now, it is tried again when the client book next opens.
  if (some) import('./old-clients-here.ts').then(deal).catch(() => undefined)
}

const clients = { to: '/admin/crm', label: 'Clients', Icon: ClientsIcon }
const others = [
  { to: '/admin/crm/calendar', label: 'Calendar', Icon: CalendarIcon },
  { to: '/admin/crm/settings', label: 'Settings', Icon: SettingsIcon },
]

/** The tabs of the CRM; addresses that belong to no other tab count as Clients. */
function CrmTabs() {
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
