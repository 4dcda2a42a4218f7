import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { useTitle } from '#client/lib/use-title.ts'

/** Beside the list while nobody of it is opened. */
export function NoneChosen({ empty }: { empty: boolean }) {
  useTitle('CRM')
  // There is nobody to choose; the list says so.
  if (empty) return null
  return (
    <EmptyState title="Choose a client">
      Their details, timeline and trips open beside the list.
    </EmptyState>
  )
}
