import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/controls/field.tsx'
import styles from './add-note.module.css'

interface NoteFormProps {
  text: string
  /** It was begun earlier. */
  resumed: boolean
  onType: (text: string) => void
  onSave: (text: string) => Promise<void>
  onCancel: () => void
}

export function NoteForm({ text, resumed, onType, onSave, onCancel }: NoteFormProps) {
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector('textarea')?.focus()
  // What a reload brings back takes the focus from nobody.
  const asked = useRef(!resumed)
  useEffect(() => {
    if (asked.current) form.current?.querySelector('textarea')?.focus()
  }, [])
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
        hint={resumed ? 'You began this earlier. It is not saved yet.' : undefined}
        value={text}
        onChange={({ target }) => {
          setError(undefined)
          onType(target.value)
        }}
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
