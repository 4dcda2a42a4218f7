import { useLocation } from 'react-router-dom'
import { type Client, clientEntries } from '#shared/clients/fields.ts'
import { NEW_DRAFT, newDraft } from './client-draft.ts'
import { ClientForm } from './client-form.tsx'
import { useClientDraft } from './use-client-draft.ts'

/** Who comes from a booking or a message brings along what is known: `state={{ fields }}`. */
export function NewClient() {
  const brought = broughtFields(useLocation().state)
  // Beside what was begun for somebody else; not by the address itself, since keys are never sealed.
  const key = brought ? `${NEW_DRAFT} ${hashOf(brought.email ?? '')}` : NEW_DRAFT
  const form = useClientDraft(key, newDraft(brought), false)
  return form.draft ? (
    <ClientForm
      title="Add client"
      id={undefined}
      form={form}
      draft={form.draft}
      back="/admin/crm"
    />
  ) : null
}

function broughtFields(state: unknown): Partial<Client> | undefined {
  if (typeof state !== 'object' || state === null || !('fields' in state)) return undefined
  const { fields } = state
  if (typeof fields !== 'object' || fields === null) return undefined
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in clientEntries))
}

/** FNV-1a; never 0, which stands for nothing. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0 || 1
}
