import { book } from '#client/book/page-book.ts'
import type { ClientView } from '#client/book/store/types.ts'
import { forgetDeletion } from '#client/desk/clients/deletions.ts'
import { EmptyState } from '#client/desk/kit/empty-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'

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
