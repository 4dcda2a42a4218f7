import type { ClientView } from '#client/book/store/types.ts'
import { useClient } from '#client/book/use-book.ts'
import { undoMerge } from '#client/desk/clients/merge/merge-commands.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { announce } from '#client/ui/announcer.tsx'
import type { JournalNote } from '#shared/clients/schema.ts'
import { type MergeNote, mergeTrace } from '#shared/clients/unmerge.ts'

/** At the note of a merge, for as long as this device remembers the entry that went. */
export function UndoMerge({ view, note }: { view: ClientView; note: JournalNote }) {
  const trace = mergeTrace(note)
  return trace ? <Offer view={view} note={{ ...note, merged: trace }} /> : null
}

function Offer({ view, note }: { view: ClientView; note: MergeNote }) {
  const other = useClient(note.merged.other)
  if (!other || other === 'opening' || !other.deleted || !other.client.name) return null
  const undo = async () => {
    await undoMerge(view.id, note)
    announce(`${other.client.name} is back as an entry of its own.`)
  }
  return <TextAction onClick={() => void undo()}>Undo this merge</TextAction>
}
