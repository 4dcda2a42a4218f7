import { EmptyState } from '#client/desk/kit/empty-state.tsx'

/** In the place of the list while an older tab keeps the book from being renewed. */
export function HeldBook() {
  return (
    <div role="status">
      <EmptyState title="An older tab of this site has the client book">
        Please close or reload it. The book opens here by itself then; nothing is lost.
      </EmptyState>
    </div>
  )
}
