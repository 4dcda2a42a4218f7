import type { ReactNode } from 'react'
import { isEncryptedOnDevice } from '#client/data/encryption/encrypted-flag.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import styles from './page.module.css'
import { SubTabs } from './tabs.tsx'

interface DeskPageProps {
  title: string
  /** The browser tab's title, where the heading alone would be unclear. */
  documentTitle?: string
  lead?: ReactNode
  /** Buttons or short text at the end of the head. */
  aside?: ReactNode
  /** `narrow` is for settings. */
  width?: 'narrow'
  /** Above the head: the tabs of this section. */
  above?: ReactNode
  children: ReactNode
}

/** A page of the desk in one column. */
export function DeskPage(props: DeskPageProps) {
  const { title, documentTitle = title, lead, aside, width, above, children } = props
  useTitle(documentTitle)
  return (
    <div className={`${styles.page} ${width ? styles[width] : ''}`}>
      {above}
      <div className={styles.head}>
        <div>
          <h1>{title}</h1>
          {lead ? <p className={styles.lead}>{lead}</p> : null}
        </div>
        {aside ? <div className={`row wrap gap-2 ${styles.aside}`}>{aside}</div> : null}
      </div>
      {children}
    </div>
  )
}

const tabs = [
  { to: '/admin/settings', label: 'Calendar Settings', end: true },
  { to: '/admin/settings/video', label: 'Video Meeting Testing' },
  { to: '/admin/settings/privacy', label: 'Privacy & GDPR' },
] as const

interface SettingsPageProps {
  title: string
  /** Buttons at the end of the head. */
  aside?: ReactNode
  children: ReactNode
}

/** A page of one of the three sections of Settings. */
export function SettingsPage({ title, aside, children }: SettingsPageProps) {
  return (
    <DeskPage
      title={title}
      aside={aside}
      width="narrow"
      above={<SubTabs label="Settings" tabs={tabs} />}
    >
      {children}
    </DeskPage>
  )
}

/** For an address of the desk without a page. */
export function NotFoundPage() {
  return (
    <DeskPage title="This path ends here." documentTitle="Page not found">
      <ButtonLink small to="/admin/dashboard">
        To the dashboard
      </ButtonLink>
    </DeskPage>
  )
}

/**
 * A person's name for a page's title. With a passphrase set it returns `otherwise`: browsers keep
 * titles in their history, which is not encrypted.
 */
export function getPersonTitle(name: string, otherwise: string): string {
  return isEncryptedOnDevice(getStoredOwner()?.userId) ? otherwise : name
}
