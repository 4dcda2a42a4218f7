import { type ReactNode, useId } from 'react'
import styles from './box.module.css'

interface BoxProps {
  title: string
  /** A sentence under the title. */
  lead?: ReactNode
  /** Short text or one link at the end of the head. */
  aside?: ReactNode
  /** Leaves out the padding of the content: for rows that reach the edges and pad themselves. */
  flush?: boolean
  /** Actions or a remark below the content, behind a line. */
  foot?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A card of the desk with its own heading. */
export function Box({ title, lead, aside, flush, foot, className, children }: BoxProps) {
  const id = useId()
  return (
    <section className={`${styles.box} ${className ?? ''}`} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {lead ? <p className={styles.lead}>{lead}</p> : null}
        </div>
        {typeof aside === 'string' ? <p>{aside}</p> : aside}
      </div>
      {flush ? children : <div className={styles.body}>{children}</div>}
      {foot ? <div className={`split ${styles.foot}`}>{foot}</div> : null}
    </section>
  )
}
