import { useState } from 'react'
import type { JournalNote } from '../../../shared/crm/schema.ts'
import { noteKey } from '../../../shared/crm/timeline-client.ts'
import type { ClientView } from '../../offline/crm/types.ts'
import { editNote } from './note-commands.ts'

export interface NoteEdit {
  /** The one that is being edited. */
  note: JournalNote | undefined
  /** The entry whose buttons get the focus back. */
  returning: string | undefined
  begin: (note: JournalNote) => void
  save: (text: string) => Promise<void>
  cancel: () => void
}

/** One note at a time is edited in its place. */
export function useNoteEdit(view: ClientView): NoteEdit {
  const [note, setNote] = useState<JournalNote>()
  const [returning, setReturning] = useState<string>()
  const end = (id: string) => {
    setReturning(noteKey(id))
    setNote(undefined)
  }
  return {
    note,
    returning,
    begin: setNote,
    cancel: () => note && end(note.id),
    save: async (text) => {
      if (note) end(text === note.text ? note.id : await editNote(view, note, text))
    },
  }
}

/** What is being edited stays in sight, whoever deletes it meanwhile. */
export function withEdited(view: ClientView, note: JournalNote | undefined): ClientView {
  const { journal } = view.client
  if (!note || journal.some(({ id }) => id === note.id)) return view
  return { ...view, client: { ...view.client, journal: [...journal, note] } }
}
