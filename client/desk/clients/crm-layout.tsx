import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { isEncryptedOnDevice } from '#client/data/encryption/encrypted-flag.ts'
import { subscribeToLock } from '#client/data/encryption/lock-state.ts'
import { useDataState } from '#client/data/use-data.ts'
import { formatLastSynced } from '#client/desk/kit/format-date-time.ts'
import { BinIcon, CalendarIcon, ClientsIcon, SettingsIcon } from '#client/desk/kit/icons.tsx'
import { useNow } from '#client/desk/queries/use-now.ts'
import { RECENTLY_DELETED, useDeletedCount } from '#client/desk/records/recently-deleted-link.tsx'
import { useOnline } from '#client/lib/browser.ts'
import { useStoredOwner } from '#client/lib/data/stored-account.ts'
import { ConnectionBar } from '#client/ui/connection-bar.tsx'
import type from '#client/ui/type.module.css'
import { LEGACY_CLIENTS_KEY } from '#shared/clients/import/legacy-clients-key.ts'
import styles from './crm-layout.module.css'

/**
 * The frame of the CRM pages: its tabs beside the page, or at the foot of a narrow window.
 */
export function CrmLayout({ children }: { children: ReactNode }) {
  const online = useOnline()
  const { syncedAt } = useDataState()
  const now = useNow()
  useLegacyClientsImport()
  return (
    <>
      <ConnectionBar offline={!online}>
        You are offline. Edits are saved on this device.
      </ConnectionBar>
      <div className={`${styles.layout} ${online ? '' : styles.offline}`}>
        <div className={styles.sidebar} data-print="off">
          <div className={styles.inner}>
            <CrmTabs />
            {syncedAt === undefined ? null : (
              <p className={`${type.fine} ${styles.lastSynced}`}>
                {formatLastSynced(syncedAt, now)}
              </p>
            )}
          </div>
        </div>
        <div className={styles.page}>{children}</div>
      </div>
    </>
  )
}

/**
 * Imports the clients of the site's old version the first time the local data opens in this
 * browser.
 */
function useLegacyClientsImport(): void {
  const { phase, pending, rejected, syncedAt } = useDataState()
  const userId = useStoredOwner()?.userId
  const isEncrypted = useSyncExternalStore(subscribeToLock, () => isEncryptedOnDevice(userId))
  useEffect(() => {
    if (phase === 'ready')
      ifLegacyClientsExist(({ importLegacyClients }) => importLegacyClients(isEncrypted))
  }, [phase, isEncrypted])
  useEffect(() => {
    if (phase === 'ready')
      ifLegacyClientsExist(({ removeBackup }) =>
        removeBackup(localStorage, { pending, rejected, syncedAt }),
      )
  }, [phase, pending, rejected, syncedAt])
}

/**
 * Loads the import code only in browsers that have an old list, imported or not; most have none.
 */
function ifLegacyClientsExist(
  deal: (old: typeof import('./import-legacy-clients.ts')) => unknown,
): void {
  const some = Object.keys(localStorage).some((key) => key.startsWith(LEGACY_CLIENTS_KEY))
  // If the code cannot be loaded now, it is tried again when the local data next opens.
  if (some) import('./import-legacy-clients.ts').then(deal).catch(() => undefined)
}

const clientsTab = { to: '/admin/crm', label: 'Clients', Icon: ClientsIcon }
const otherTabs = [
  { to: '/admin/crm/calendar', label: 'Calendar', Icon: CalendarIcon },
  { to: '/admin/crm/settings', label: 'Settings', Icon: SettingsIcon },
  { to: RECENTLY_DELETED, label: 'Recently deleted', Icon: BinIcon },
]

/** The tabs of the CRM; addresses that belong to no other tab count as Clients. */
function CrmTabs() {
  const { pathname } = useLocation()
  const deletedCount = useDeletedCount()
  const here =
    otherTabs.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? clientsTab
  return (
    <nav className={styles.tabs} aria-label="CRM">
      {[clientsTab, ...otherTabs].map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={`row gap-3 ${styles.tab} ${tab.to === RECENTLY_DELETED ? styles.last : ''}`}
          aria-current={tab === here ? 'page' : undefined}
        >
          <tab.Icon />
          {tab.label}
          {tab.to === RECENTLY_DELETED && deletedCount > 0 ? (
            <span className={`${type.fine} ${styles.count}`}>{deletedCount}</span>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}
