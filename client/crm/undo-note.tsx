import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { book } from '../offline/crm/page-book.ts'
import { announce } from '../ui/announcer.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { type Deletion, forgetDeletion, useLastDeletion } from './deletions.ts'
import styles from './undo-note.module.css'

/** Milliseconds; the client's own address offers the same for as long as the device remembers them. */
const STAYS = 30_000

/**
 * `Claire Marchetti deleted. Undo`, over every page of the desk. To stand first in the page: what had
 * the focus went with the client, and Tab goes on from the page's beginning.
 */
export function UndoNote() {
  const deletion = useLastDeletion()
  return deletion ? <Note key={`${deletion.id} ${deletion.at}`} deletion={deletion} /> : null
}

function Note({ deletion: { id, name } }: { deletion: Deletion }) {
  const [held, setHeld] = useState(false)
  const navigate = useNavigate()
  useEffect(() => announce(`${name} deleted. It can be undone.`), [name])
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => forgetDeletion(id), STAYS)
    return () => clearTimeout(timer)
  }, [held, id])
  const takeBack = async () => {
    await book().restore(id)
    forgetDeletion(id)
    announce(`${name} is back.`)
    navigate(`/admin/crm/${id}`, { preventScrollReset: true })
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
      <p>{name} deleted.</p>
      <button type="button" className={styles.undo} onClick={() => void takeBack()}>
        Undo
      </button>
      <button type="button" className={styles.close} onClick={() => forgetDeletion(id)}>
        <CloseIcon />
        <VisuallyHidden>Close</VisuallyHidden>
      </button>
    </section>
  )
}
