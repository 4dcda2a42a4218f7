import { useEffect, useRef } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import { noteDeletion } from '#client/desk/clients/deletions.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { JournalNote } from '#shared/clients/schema.ts'
import { noteKey } from '#shared/clients/timeline-client.ts'
import { removeNote } from './note-commands.ts'
import styles from './own-note.module.css'
import { UndoMerge } from './undo-merge.tsx'
import type { NoteEdit } from './use-note-edit.ts'

interface OwnNoteProps {
  view: ClientView
  note: JournalNote
  /** `Today, 10:30` */
  when: string
  edit: NoteEdit
}

/** What can be done with a note of the owner's. */
export function OwnNote({ view, note, when, edit }: OwnNoteProps) {
  const box = useRef<HTMLDivElement>(null)
  const returns = edit.returning === noteKey(note.id)
  useEffect(() => {
    if (returns) box.current?.querySelector('button')?.focus()
  }, [returns])
  const remove = async () => {
    const undo = await removeNote(view, note)
    const what = `Note of ${when.replace('Today', 'today')}`
    noteDeletion({ key: note.id, what, at: systemClock(), undo })
  }
  const which = <VisuallyHidden>the note of {when}</VisuallyHidden>
  return (
    <div ref={box} className={styles.actions}>
      <TextAction onClick={() => edit.begin(note)}>Edit {which}</TextAction>
      <TextAction danger onClick={() => void remove()}>
        Delete {which}
      </TextAction>
      <UndoMerge view={view} note={note} />
    </div>
  )
}
