import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { ClientView } from '#client/book/store/types.ts'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { ClientActions } from './client-actions.tsx'
import styles from './client-head.module.css'
import { FieldWaiting } from './field-waiting.tsx'

interface ClientHeadProps {
  view: ClientView
  /** Nothing may be done to it before something is chosen. */
  bare: boolean
}

export function ClientHead({ view, bare }: ClientHeadProps) {
  const { name, location } = view.client
  const heading = useRef<HTMLHeadingElement>(null)
  const { state, key } = useLocation()
  const isSaved = (state as { saved?: true } | null)?.saved === true
  // The button that saved it is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each saving is one occasion.
  useEffect(() => {
    if (isSaved && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  }, [isSaved, key])
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <p>{location}</p>
        <FieldWaiting since={view.waiting.name ?? view.waiting.location} now={useMinute()} />
      </div>
      {bare ? null : <ClientActions view={view} />}
    </header>
  )
}
