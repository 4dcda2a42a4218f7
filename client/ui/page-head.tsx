import type { ReactNode } from 'react'
import { Contours } from './contours.tsx'
import styles from './page-head.module.css'

interface PageHeadProps {
  title: string
  lead?: ReactNode
}

/** The head of a page of paper: its title, a sentence, contours to the right. */
export function PageHead({ title, lead }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <Contours side="right" />
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {lead ? <p className={styles.lead}>{lead}</p> : null}
      </div>
    </header>
  )
}
