import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useBookState } from '#client/book/use-book.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { announce } from '#client/ui/announcer.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './book-notes.module.css'
import { type Deletion, forgetDeletion, useLastDeletion } from './deletions.ts'

/** What the client book says on every page of the desk. */
export function BookNotes() {
  return (
    <>
      <SupersededNote />
      <UndoNote />
    </>
  )
}

const SUPERSEDED = 'A new version of this site is ready and has taken over your client list.'

/** In a tab whose version of the site may not write into the book any more. */
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

/** Milliseconds; a client's own address offers the same for as long as the device remembers them. */
const STAYS = 30_000

/**
 * `Claire Marchetti deleted. Undo`, over every page of the desk. To stand first in the page: what had
 * the focus went with the client, and Tab goes on from the page's beginning.
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
