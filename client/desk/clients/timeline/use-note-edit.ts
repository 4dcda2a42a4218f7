import { useState } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import type { JournalNote } from '#shared/clients/schema.ts'
import { noteKey } from '#shared/clients/timeline-client.ts'
import { editNote } from './note-commands.ts'
import { useNoteDraft } from './use-note-draft.ts'

export interface NoteEdit {
  /** The one that is being edited. */
  note: JournalNote | undefined
  /** What it says now. */
  text: string
  /** It was begun earlier. */
  resumed: boolean
  /** The entry whose buttons get the focus back. */
  returning: string | undefined
  begin: (note: JournalNote) => void
  type: (text: string) => void
  save: (text: string) => Promise<void>
  cancel: () => void
}

/** One note at a time is edited in its place. */
export function useNoteEdit(view: ClientView): NoteEdit {
  const { draft, resumed, change } = useNoteDraft(`note:${view.id}`)
  const [returning, setReturning] = useState<string>()
  const note = draft?.note
  const end = (id: string) => {
    setReturning(noteKey(id))
    change(undefined)
  }
  return {
    note,
    text: draft?.text ?? '',
    resumed,
    returning,
    begin: (one) => change({ note: one, text: one.text }),
    type: (text) => note && change({ note, text }),
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
