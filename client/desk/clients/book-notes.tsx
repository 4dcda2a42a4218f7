import { SupersededNote } from './superseded-note.tsx'
import { UndoNote } from './undo-note.tsx'

/** What the client book says on every page of the desk. */
export function BookNotes() {
  return (
    <>
      <SupersededNote />
      <UndoNote />
    </>
  )
}
