import { type ReactNode, useContext } from 'react'
import { PageFrame } from '#client/ui/page-frame.ts'
import { Plate, type PlateName } from '#client/ui/plate.tsx'
import { Wordmark } from '#client/ui/wordmark.tsx'
import styles from './aside-page.module.css'
import { type Fact, Facts } from './facts.tsx'

interface AsidePageProps {
  plate: PlateName
  kicker?: string
  title: string
  /** Sentence about the subject; hidden on small screens if there is a `shortFacts`. */
  intro?: string
  /** Short texts that replace intro and facts on small screens. */
  shortFacts?: readonly string[]
  /** Whether small screens show title and short facts as one line, without the plate. */
  isLine?: boolean
  facts: readonly Fact[]
  /** Price at the end of the summary. */
  price?: { amount: string; note: string } | undefined
  children: ReactNode
}

/** Page for a task: an aside with plate and facts, and the main column. */
export function AsidePage(props: AsidePageProps) {
  const { plate, kicker, title, intro, shortFacts, isLine, facts, price, children } = props
  const { menu, legal } = useContext(PageFrame)
  return (
    <div className={styles.page}>
      <aside
        className={`${styles.aside} ${shortFacts ? '' : styles.full} ${isLine ? styles.line : ''} grain`}
        data-ground="dark"
        aria-label="Your booking"
      >
        <div className={styles.sticky}>
          <div className={`split ${styles.top}`} data-print="off">
            <Wordmark />
            {menu}
          </div>
          <div className={styles.scene} data-print="off">
            <Plate name={plate} />
          </div>
          <div className={styles.body}>
            {kicker ? <p className={styles.kicker}>{kicker}</p> : null}
            <h1 className={styles.title}>{title}</h1>
            {shortFacts ? (
              <p className={styles.shortFacts}>
                {shortFacts.map((word) => (
                  <span key={word}>{word}</span>
                ))}
              </p>
            ) : null}
            {intro ? <p className={styles.intro}>{intro}</p> : null}
            {facts.length > 0 ? (
              <div className={styles.facts}>
                <Facts variant="night" facts={facts} />
              </div>
            ) : null}
            {price ? (
              <p className={styles.price}>
                <b>{price.amount}</b>
                <span>{price.note}</span>
              </p>
            ) : null}
          </div>
        </div>
      </aside>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <div className={styles.legal}>{legal}</div>
    </div>
  )
}
