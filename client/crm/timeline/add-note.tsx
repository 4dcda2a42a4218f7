import { useRef, useState } from 'react'
import { PlusIcon } from '../../desk/desk-icons.tsx'
import { Iconed } from '../../desk/iconed.tsx'
import type { ClientView } from '../../offline/crm/types.ts'
import { Button } from '../../ui/button.tsx'
import styles from './add-note.module.css'
import { addNote } from './note-commands.ts'
import { NoteForm } from './note-form.tsx'

/** A note of this moment. */
export function AddNote({ view }: { view: ClientView }) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }
  const save = async (text: string) => {
    await addNote(view, text)
    close()
  }
  return (
    <div ref={box} className={styles.box}>
      <Button small variant="ghost" aria-expanded={open} onClick={() => setOpen(true)}>
        <Iconed>
          <PlusIcon />
          Add note
        </Iconed>
      </Button>
      {open ? <NoteForm before="" onSave={save} onCancel={close} /> : null}
    </div>
  )
}
