import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useBookState } from '#client/book/use-book.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { announce } from '#client/ui/announcer.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './book-notes.module.css'
import { type Deletion, forgetDeletion, useLastDeletion } from './deletions.ts'

/** Messages from the client book, on every page of the desk. */
export function BookNotes() {
  return (
    <>
      <SupersededNote />
      <UndoNote />
    </>
  )
}

const SUPERSEDED = 'A new version of this site is ready and has taken over your client list.'

/** Shown in a tab whose version of the site may no longer write to the client book. */
function SupersededNote() {
  const superseded = useBookState().phase === 'superseded'
  useEffect(() => {
    if (superseded) announce(SUPERSEDED)
  }, [superseded])
  if (!superseded) return null
  return (
    <section className={styles.note} data-ground="dark" data-print="off" aria-label="New version">
      <p>{SUPERSEDED}</p>
      <button type="button" className={styles.undo} onClick={() => location.reload()}>
        Reload
      </button>
    </section>
  )
}

/**
 * How long the note stays, milliseconds. The address of a deleted client offers the undo for as
 * long as this device has the deleted record.
 */
const STAYS = 30_000

/**
 * `Claire Marchetti deleted. Undo`, over every page of the desk.
 * Render it first in the page: the focused element was removed with the client, so Tab starts again
 * at the beginning of the page.
 */
export function UndoNote() {
  const deletion = useLastDeletion()
  return deletion ? (
    <DeletedNote key={`${deletion.key} ${deletion.at}`} deletion={deletion} />
  ) : null
}

function DeletedNote({ deletion: { key, what, undo } }: { deletion: Deletion }) {
  const [held, setHeld] = useState(false)
  const navigate = useNavigate()
  useEffect(() => announce(`${what} deleted. It can be undone.`), [what])
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => forgetDeletion(key), STAYS)
    return () => clearTimeout(timer)
  }, [held, key])
  const takeBack = async () => {
    const address = await undo()
    forgetDeletion(key)
    announce(`${what} is back.`)
    void navigate(address, { preventScrollReset: true })
  }
  return (
    <section
      className={styles.note}
      data-ground="dark"
      data-print="off"
      aria-label="Deleted"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{what} deleted.</p>
      <button type="button" className={styles.undo} onClick={() => void takeBack()}>
        Undo
      </button>
      <button
        type="button"
        className={`${kit.plainIconButton} ${styles.close}`}
        onClick={() => forgetDeletion(key)}
      >
        <CloseIcon />
        <VisuallyHidden>Close</VisuallyHidden>
      </button>
    </section>
  )
}
