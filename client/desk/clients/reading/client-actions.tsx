import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { ClientView } from '#client/book/store/types.ts'
import { MoreIcon } from '#client/desk/clients/crm-icons.tsx'
import { noteDeletion } from '#client/desk/clients/deletions.ts'
import { Iconed } from '#client/desk/kit/iconed.tsx'
import { BinIcon, PencilIcon } from '#client/desk/kit/icons.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './client-actions.module.css'

/** Edit and Delete: in sight where there is room, behind three dots on a phone. */
export function ClientActions({ view }: { view: ClientView }) {
  const menu = useId()
  const navigate = useNavigate()
  const { id, client, rev, unbegun } = view
  const remove = async () => {
    await book().remove(id, rev)
    await navigate('/admin/crm', { preventScrollReset: true })
    const undo = async () => {
      await book().restore(id)
      return `/admin/crm/${id}`
    }
    noteDeletion({ key: id, what: client.name, at: systemClock(), undo })
  }
  return (
    <>
      <button type="button" className={styles.more} popoverTarget={menu}>
        <MoreIcon />
        <VisuallyHidden>{unbegun ? 'Edit' : 'Edit or delete'}</VisuallyHidden>
      </button>
      <div id={menu} popover="auto" className={styles.actions}>
        <ButtonLink small variant="ghost" to={`/admin/crm/${id}/edit`}>
          <Iconed>
            <PencilIcon />
            Edit
          </Iconed>
        </ButtonLink>
        {/* Whom the server never had is dropped where it says so. */}
        {unbegun ? null : (
          <Button small variant="danger" onClick={() => void remove()}>
            <Iconed>
              <BinIcon />
              Delete
            </Iconed>
          </Button>
        )}
      </div>
    </>
  )
}
