import type { ReactNode } from 'react'
import { DeskPage } from './page.tsx'
import { SubTabs } from './sub-tabs.tsx'

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
