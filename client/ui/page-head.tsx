import type { ReactNode } from 'react'
import { Contours } from './contours.tsx'
import styles from './page-head.module.css'
import text from './type.module.css'

interface PageHeadProps {
  title: string
  lead?: ReactNode
  /** The part of the content that it shows. */
  part?: string
}

/** Head of a light page: title and an introductory sentence. */
export function PageHead({ title, lead, part }: PageHeadProps) {
  return (
    <header className={styles.head} data-part={part}>
      <Contours side="right" />
      <div className={styles.text}>
        <h1 className={`${text.h1} ${styles.title}`}>{title}</h1>
        {lead ? <p className={`${text.lead} ${styles.lead}`}>{lead}</p> : null}
      </div>
    </header>
  )
}
