import type { ReactNode } from 'react'
import { useBookState } from '#client/book/use-book.ts'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { useOnline } from '#client/lib/use-online.ts'
import { NetBar } from '#client/ui/net-bar.tsx'
import styles from './crm-frame.module.css'
import { CrmTabs } from './crm-tabs.tsx'
import { syncedWords } from './synced-words.ts'
import { useOldClients } from './use-old-clients.ts'

/** A page of the client book: its three parts beside it, at the foot of a narrow window. */
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
              <p className={styles.synced}>{syncedWords(syncedAt, now)}</p>
            )}
          </div>
        </div>
        <div className={styles.page}>{children}</div>
      </div>
    </>
  )
}
