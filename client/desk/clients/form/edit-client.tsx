import { useLocation } from 'react-router-dom'
import type { ClientView } from '#client/book/store/types.ts'
import { sameValue } from '#shared/sync/values.ts'
import { draftKey, draftOf } from './client-draft.ts'
import { ClientForm } from './client-form.tsx'
import { useClientDraft } from './use-client-draft.ts'

/** What the server refused can be taken up again: `state={{ refused }}`. */
export function EditClient({ view }: { view: ClientView }) {
  const state = useLocation().state as { refused?: number } | null
  const refused = view.refused.find(({ n }) => n === state?.refused)
  const given = draftOf(view, refused?.set)
  const form = useClientDraft(draftKey(view.id), given, refused !== undefined)
  if (!form.draft) return null
  const { base } = form.draft
  return (
    <ClientForm
      title={`Edit ${base.name}`}
      id={view.id}
      form={form}
      draft={form.draft}
      moved={!sameValue(base, view.client)}
      refused={refused?.n}
      back={`/admin/crm/${view.id}`}
    />
  )
}
