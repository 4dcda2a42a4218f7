import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'

interface NoClientsProps {
  searched: boolean
  onShowAll: () => void
}

/** In the place of the list. */
export function NoClients({ searched, onShowAll }: NoClientsProps) {
  return searched ? (
    <EmptyState
      title="No clients found"
      action={<TextAction onClick={onShowAll}>Show all clients</TextAction>}
    >
      No client matches these words.
    </EmptyState>
  ) : (
    <EmptyState
      title="No clients yet"
      action={<TextAction to="/admin/crm/settings">Import clients</TextAction>}
    >
      Add the first one, or bring a list along.
    </EmptyState>
  )
}
