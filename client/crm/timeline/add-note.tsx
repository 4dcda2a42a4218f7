import { type FormEvent, useEffect, useRef, useState } from 'react'
import { PlusIcon } from '../../desk/desk-icons.tsx'
import { Iconed } from '../../desk/iconed.tsx'
import { systemClock } from '../../lib/clock.ts'
import { randomKey } from '../../lib/ids.ts'
import { book } from '../../offline/crm/page-book.ts'
import type { ClientView } from '../../offline/crm/types.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import styles from './add-note.module.css'

/** A note of this moment. */
export function AddNote({ view }: { view: ClientView }) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }
  const save = async (text: string) => {
    const { journal } = view.client
    const note = { id: randomKey(), at: new Date(systemClock()).toISOString(), text }
    const edit = { base: { journal }, set: { journal: [...journal, note] }, rev: view.rev }
    await book().save(view.id, edit)
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
      {open ? <NoteForm onSave={save} onCancel={close} /> : null}
    </div>
  )
}

interface NoteFormProps {
  onSave: (text: string) => Promise<void>
  onCancel: () => void
}

function NoteForm({ onSave, onCancel }: NoteFormProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector('textarea')?.focus()
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      if (text.trim()) return await onSave(text.trim())
      setError('Please write the note first.')
    } catch {
      setError('This device could not save the note. It is still here.')
    }
    focus()
  }
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextArea
        label="Note"
        rows={4}
        maxLength={4000}
        error={error}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.actions}>
        <Button small type="submit">
          Save note
        </Button>
        <Button small variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
