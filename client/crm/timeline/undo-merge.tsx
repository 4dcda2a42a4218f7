import type { JournalNote } from '../../../shared/crm/schema.ts'
import { type MergeNote, mergeTrace } from '../../../shared/crm/unmerge.ts'
import { TextAction } from '../../desk/text-action.tsx'
import type { ClientView } from '../../offline/crm/types.ts'
import { useClient } from '../../offline/crm/use-book.ts'
import { announce } from '../../ui/announcer.tsx'
import { undoMerge } from '../merge/merge-commands.ts'

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
