import { type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'
import { PageFrame } from '#client/ui/page-frame.ts'
import { Portrait, Signature } from '#client/ui/photographs/portrait.tsx'
import { Plate, type PlateName } from '#client/ui/plate.tsx'
import { DrawnObject } from '#client/ui/plates/drawn-object.tsx'
import sun from '#client/ui/plates/objects/sun.svg?url'
import text from '#client/ui/type.module.css'
import { Wordmark } from '#client/ui/wordmark.tsx'
import { getBusiness } from '#shared/content/site-content.ts'
import styles from './result-page.module.css'

/** Crop of plates whose subject is not in the middle. */
const platePositions: Partial<Record<PlateName, 'high' | 'low' | 'bottom'>> = {
  taiga: 'bottom',
  lodge: 'low',
  falls: 'high',
  dunes: 'high',
  table: 'low',
}

interface ResultPageProps {
  plate: PlateName
  title: string
  /** One or two sentences below the title. */
  lead: ReactNode
  /** The owner's face and name beside the lead, in which the owner speaks. */
  isSigned?: boolean
  /** Shows a seal with a tick, for a completed task. */
  success?: boolean
  /** For content that loads later or may be long: it begins at the top, and the plate is sticky. */
  long?: boolean
  children?: ReactNode
}

/** Result of a task: half plate, half page. */
export function ResultPage({
  plate,
  title,
  lead,
  isSigned,
  success,
  long,
  children,
}: ResultPageProps) {
  const main = useRef<HTMLElement>(null)
  const arrived = useNavigationType()
  const { menu, legal } = useContext(PageFrame)
  useLayoutEffect(() => {
    if (arrived !== 'POP') main.current?.focus({ preventScroll: true })
  }, [arrived])
  return (
    <div className={`${styles.page} ${long ? styles.long : ''}`}>
      <div className={`${styles.art} grain`} data-ground="dark" data-print="off">
        <Plate name={plate} position={platePositions[plate] ?? 'middle'} />
        <header className={`split ${styles.header}`}>
          <Wordmark />
          {menu}
        </header>
      </div>
      <main ref={main} id="main" tabIndex={-1} className={styles.body}>
        <p className={styles.printName} aria-hidden="true">
          {getBusiness().name}
        </p>
        {success ? (
          <div className={styles.successMark} data-print="off">
            <DrawnObject src={sun} />
            <svg
              viewBox="0 0 16 16"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.25"
              aria-hidden="true"
            >
              <path d="m2.500 8.500 3.500 3.500 7.500-8" />
            </svg>
          </div>
        ) : null}
        <h1 className={styles.title}>{title}</h1>
        {isSigned ? (
          <div className={styles.signed}>
            <div className={`${text.lead} ${styles.lead}`}>{lead}</div>
            <Signature />
            <div className={styles.face}>
              <Portrait small />
            </div>
          </div>
        ) : (
          <div className={`${text.lead} ${styles.lead}`}>{lead}</div>
        )}
        {children}
      </main>
      <div className={styles.legal}>{legal}</div>
    </div>
  )
}

/** Row of buttons at the end. */
export function ResultActions({ children }: { children: ReactNode }) {
  return (
    <div className={styles.actions} data-print="off">
      {children}
    </div>
  )
}
