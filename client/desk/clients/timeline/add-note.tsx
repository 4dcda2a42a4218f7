import { useRef } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import { Iconed } from '#client/desk/kit/button.tsx'
import { Button } from '#client/ui/button.tsx'
import { PlusIcon } from '#client/ui/icons.tsx'
import styles from './add-note.module.css'
import { addNote } from './note-commands.ts'
import { NoteForm } from './note-form.tsx'
import { useNoteDraft } from './use-note-draft.ts'

/** A note of this moment. */
export function AddNote({ view }: { view: ClientView }) {
  const { draft, resumed, change } = useNoteDraft(`new-note:${view.id}`)
  const box = useRef<HTMLDivElement>(null)
  const close = () => {
    change(undefined)
    box.current?.querySelector('button')?.focus()
  }
  const save = async (text: string) => {
    await addNote(view, text)
    close()
  }
  return (
    <div ref={box} className={styles.box}>
      <Button
        small
        variant="ghost"
        aria-expanded={draft !== undefined}
        onClick={() => change(draft ?? { text: '' })}
      >
        <Iconed>
          <PlusIcon />
          Add note
        </Iconed>
      </Button>
      {draft ? (
        <NoteForm
          text={draft.text}
          resumed={resumed}
          onType={(text) => change({ text })}
          onSave={save}
          onCancel={close}
        />
      ) : null}
    </div>
  )
}
