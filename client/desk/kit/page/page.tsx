import type { ReactNode } from 'react'
import { useTitle } from '#client/lib/use-title.ts'
import styles from './page.module.css'

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
