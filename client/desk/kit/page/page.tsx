import type { ReactNode } from 'react'
import { isSealedHere } from '#client/encryption/sealed-flag.ts'
import { ownerHere } from '#client/lib/data/account-here.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import styles from './page.module.css'
import { SubTabs } from './tabs.tsx'

interface DeskPageProps {
  title: string
  /** In the browser's tab, where the heading would not say enough. */
  documentTitle?: string
  lead?: ReactNode
  /** Buttons, or a few words, at the end of the head. */
  aside?: ReactNode
  /** `narrow` for settings. */
  width?: 'narrow'
  /** Over the head: tabs of this part. */
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
        {aside ? <div className={styles.aside}>{aside}</div> : null}
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

/** One of the three parts of Settings. */
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

/** An address of the desk that holds nothing. */
export function MissingPage() {
  return (
    <DeskPage title="This path ends here." documentTitle="Page not found">
      <ButtonLink small to="/admin/dashboard">
        To the dashboard
      </ButtonLink>
    </DeskPage>
  )
}

/** A person's name for a page's title; not where a passphrase is set, since browsers keep titles in their history. */
export function namedTitle(name: string, otherwise: string): string {
  return isSealedHere(ownerHere()?.userId) ? otherwise : name
}
