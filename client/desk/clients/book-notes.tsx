import { useEffect } from 'react'
import { useBookState } from '#client/book/use-book.ts'
import { announce } from '#client/ui/announcer.tsx'
import styles from './undo-note.module.css'
import { UndoNote } from './undo-note.tsx'

/** What the client book says on every page of the desk. */
export function BookNotes() {
  return (
    <>
      <SupersededNote />
      <UndoNote />
    </>
  )
}

const WORDS = 'A new version of this site is ready, and has taken the client book over.'

/** Over every page of the desk, in a tab whose version of the site may not write into the book any more. */
function SupersededNote() {
  return useBookState().phase === 'superseded' ? <Note /> : null
}

function Note() {
  useEffect(() => announce(WORDS), [])
  return (
    <section className={styles.note} data-ground="dark" data-print="off" aria-label="New version">
      <p>{WORDS}</p>
      <button type="button" className={styles.undo} onClick={() => location.reload()}>
        Reload
      </button>
    </section>
  )
}
