import { useState } from 'react'
import { EmptyState } from '../desk/empty-state.tsx'
import { namedTitle } from '../desk/named-title.ts'
import { TextAction } from '../desk/text-action.tsx'
import { useTitle } from '../lib/use-title.ts'
import type { ClientView } from '../offline/crm/types.ts'
import { useClient } from '../offline/crm/use-book.ts'
import { ClientHead } from './client-head.tsx'
import { ClientParts } from './client-parts.tsx'
import styles from './client-reading.module.css'
import { ConflictReview } from './conflict/conflict-review.tsx'
import { DeletedClient } from './deleted-client.tsx'
import { EditClient } from './form/edit-client.tsx'

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
