import { EmptyState } from '../desk/empty-state.tsx'
import { TextAction } from '../desk/text-action.tsx'
import { book } from '../offline/crm/page-book.ts'
import type { ClientView } from '../offline/crm/types.ts'
import { forgetDeletion } from './deletions.ts'

/** At the address of somebody who was deleted, for as long as the device remembers them. */
export function DeletedClient({ view: { id, client } }: { view: ClientView }) {
  const restore = async () => {
    await book().restore(id)
    forgetDeletion(id)
  }
  return (
    <EmptyState
      title={`${client.name} is deleted`}
      action={<TextAction onClick={() => void restore()}>Take the deletion back</TextAction>}
    >
      Other devices remove it when they sync.
    </EmptyState>
  )
}
