import { EmptyState } from '../desk/empty-state.tsx'

/** In the place of the list where this browser keeps nothing. */
export function ShutBook() {
  return (
    <EmptyState title="The client book cannot be opened here">
      This browser keeps nothing for this site. Leave private browsing or free some room, then
      reload.
    </EmptyState>
  )
}
