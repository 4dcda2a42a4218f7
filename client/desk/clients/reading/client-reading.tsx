import { useState } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import { useClient } from '#client/book/use-book.ts'
import { ConflictReview } from '#client/desk/clients/conflict/conflict-review.tsx'
import { EditClient } from '#client/desk/clients/form/edit-client.tsx'
import { EmptyState } from '#client/desk/kit/empty-state.tsx'
import { namedTitle } from '#client/desk/kit/named-title.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useTitle } from '#client/lib/use-title.ts'
import { ClientHead } from './client-head.tsx'
import { ClientParts } from './client-parts.tsx'
import styles from './client-reading.module.css'
import { DeletedClient } from './deleted-client.tsx'

/** One client: what was decided twice comes first, then what is known. */
export function ClientReading({ id, part }: { id: string; part: string | undefined }) {
  const view = useClient(id)
  if (view === 'opening') return null
  if (!view) return <MissingClient />
  if (view.deleted) return <DeletedClient view={view} />
  return part === 'edit' ? <EditClient view={view} /> : <Shown view={view} part={part} />
}

function Shown({ view, part }: { view: ClientView; part: string | undefined }) {
  const [later, setLater] = useState(false)
  useTitle(namedTitle(view.client.name, 'Client'))
  const reviews = view.conflicts.length > 0 && !later
  return (
    <article className={styles.client} aria-label={view.client.name}>
      <ClientHead view={view} bare={reviews} />
      {reviews ? (
        <ConflictReview view={view} onLater={() => setLater(true)} />
      ) : (
        <ClientParts view={view} part={part} onReview={() => setLater(false)} />
      )}
    </article>
  )
}

function MissingClient() {
  return (
    <EmptyState
      title="This client is not on this device"
      action={<TextAction to="/admin/crm">All clients</TextAction>}
    >
      It may not have come yet, or it was removed.
    </EmptyState>
  )
}
