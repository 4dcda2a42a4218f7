import { EmptyState } from '../desk/empty-state.tsx'
import { useTitle } from '../lib/use-title.ts'

/** Beside the list while nobody of it is opened. */
export function NoneChosen() {
  useTitle('CRM')
  return <EmptyState title="Nobody is opened">Choose a client from the list.</EmptyState>
}
