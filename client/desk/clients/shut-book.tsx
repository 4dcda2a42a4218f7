import { useEffect, useRef, useState } from 'react'
import { openAgain } from '#client/book/page-book.ts'
import type { BookState } from '#client/book/store/types.ts'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { EmptyState } from '#client/desk/kit/empty-state.tsx'
import { announce } from '#client/ui/announcer.tsx'
import { rescueToFile } from './rescue.ts'
import styles from './shut-book.module.css'

/**
 * From the moment on at which the book does not open until it does: a try in between leaves the page as it
 * is, with the focus on its button.
 */
export function useShut(phase: BookState['phase']): boolean {
  const [shut, setShut] = useState(false)
  if (!shut && phase === 'unavailable') setShut(true)
  if (shut && phase === 'ready') setShut(false)
  return shut || phase === 'unavailable'
}

/** In the place of the list where the book does not open: it can be tried again, and what was typed taken along. */
export function ShutBook({ phase }: { phase: BookState['phase'] }) {
  const [outcome, setOutcome] = useState('')
  const tried = useRef(false)
  const trying = phase !== 'unavailable'
  const say = (words: string) => {
    setOutcome(words)
    announce(words)
  }
  useEffect(() => {
    if (trying || !tried.current) return
    const words = 'It could still not be opened.'
    setOutcome(words)
    announce(words)
  }, [trying])
  useEffect(
    () => () => {
      if (tried.current) announce('The client book is open.')
    },
    [],
  )
  const again = () => {
    tried.current = true
    openAgain()
  }
  return (
    <EmptyState
      title="The client book cannot be opened here"
      action={
        <span className={styles.ways}>
          <DeskButton busy={trying} onClick={again}>
            {trying ? 'Opening…' : 'Try once more'}
          </DeskButton>
          <DeskButton variant="ghost" onClick={() => void rescueToFile().then(say)}>
            Save a copy of unsent changes
          </DeskButton>
        </span>
      }
    >
      {outcome || 'Close other tabs of this site, leave private browsing or free some room.'}
    </EmptyState>
  )
}
