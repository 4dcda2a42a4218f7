import { useRef } from 'react'
import { PlusIcon } from '../../desk/desk-icons.tsx'
import { Iconed } from '../../desk/iconed.tsx'
import type { ClientView } from '../../offline/crm/types.ts'
import { Button } from '../../ui/button.tsx'
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
