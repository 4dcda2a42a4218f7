import { type FormEvent, useEffect, useRef, useState } from 'react'
import { book } from '#client/book/page-book.ts'
import type { ClientView } from '#client/book/store/types.ts'
import { useClient } from '#client/book/use-book.ts'
import { noteDeletion } from '#client/desk/clients/deletions.ts'
import { inTurn } from '#client/desk/clients/in-turn.ts'
import { keepOrDrop, keptDraft } from '#client/desk/clients/kept-draft.ts'
import { undoMerge } from '#client/desk/clients/merge/merge-commands.ts'
import { Iconed } from '#client/desk/kit/button.tsx'
import { PlusIcon } from '#client/desk/kit/icons.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/controls/field.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Client, JournalNote } from '#shared/clients/fields.ts'
import { type MergeNote, mergeTrace } from '#shared/clients/merge-clients.ts'
import { noteKey } from '#shared/clients/timeline.ts'
import { sameValue } from '#shared/sync/values.ts'
import styles from './client-timeline.module.css'

/** A button that opens the form for a new note. */
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
    <div ref={box} className={styles.add}>
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

interface NoteFormProps {
  text: string
  /** Whether the draft comes from an earlier visit. */
  resumed: boolean
  onType: (text: string) => void
  onSave: (text: string) => Promise<void>
  onCancel: () => void
}

function NoteForm({ text, resumed, onType, onSave, onCancel }: NoteFormProps) {
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector('textarea')?.focus()
  // A form that a reload restored does not take the focus.
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
        hint={resumed ? 'You started this earlier. It is not saved yet.' : undefined}
        value={text}
        onChange={({ target }) => {
          setError(undefined)
          onType(target.value)
        }}
      />
      <div className={styles.save}>
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

interface NoteDraft {
  /** The note before the edit; undefined for a new one. */
  note?: JournalNote
  text: string
}

interface KeptNote {
  /** Undefined while no note is written. */
  draft: NoteDraft | undefined
  /** Whether the draft comes from an earlier visit. */
  resumed: boolean
  change: (draft: NoteDraft | undefined) => void
}

/** The draft of a note, stored on this device with each key press, so that it survives a reload. */
function useNoteDraft(key: string): KeptNote {
  const [draft, setDraft] = useState<NoteDraft>()
  const [resumed, setResumed] = useState(false)
  const [write] = useState(() =>
    inTurn((next: NoteDraft | undefined) =>
      keepOrDrop(key, next && isChanged(next) ? next : undefined),
    ),
  )
  useTypingLock(draft !== undefined && isChanged(draft))
  useEffect(() => {
    let left = false
    void keptDraft(key).then((found) => {
      if (left || !isNoteDraft(found)) return
      setResumed(true)
      setDraft((before) => before ?? found)
    })
    return () => {
      left = true
    }
  }, [key])
  const change = (next: NoteDraft | undefined) => {
    if (!next) setResumed(false)
    setDraft(next)
    write(next)
  }
  return { draft, resumed, change }
}

function isChanged({ note, text }: NoteDraft): boolean {
  return text !== (note?.text ?? '')
}

/** Accepts drafts from any version of the site. */
function isNoteDraft(found: unknown): found is NoteDraft {
  return typeof found === 'object' && found !== null && 'text' in found
}

interface OwnNoteProps {
  view: ClientView
  note: JournalNote
  /** `Today, 10:30` */
  when: string
  edit: NoteEdit
}

/** The buttons of a note: edit, delete, and undo if it records a merge. */
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

/** Offers to undo a merge while this device still has the deleted entry. */
function UndoMerge({ view, note }: { view: ClientView; note: JournalNote }) {
  const trace = mergeTrace(note)
  return trace ? <Offer view={view} note={{ ...note, merged: trace }} /> : null
}

function Offer({ view, note }: { view: ClientView; note: MergeNote }) {
  const other = useClient(note.merged.other)
  if (!other || other === 'opening' || !other.deleted || !other.client.name) return null
  const undo = async () => {
    await undoMerge(view.id, note)
    announce(`${other.client.name} is a separate client again.`)
  }
  return <TextAction onClick={() => void undo()}>Undo this merge</TextAction>
}

interface NoteEdit {
  /** The note that is edited. */
  note: JournalNote | undefined
  /** The current text of the form. */
  text: string
  /** Whether the draft comes from an earlier visit. */
  resumed: boolean
  /** The key of the timeline entry whose buttons get the focus back. */
  returning: string | undefined
  begin: (note: JournalNote) => void
  type: (text: string) => void
  save: (text: string) => Promise<void>
  cancel: () => void
}

/** The form that replaces the note while it is edited. */
export function EditedNote({ edit }: { edit: NoteEdit }) {
  return (
    <NoteForm
      text={edit.text}
      resumed={edit.resumed}
      onType={edit.type}
      onSave={edit.save}
      onCancel={edit.cancel}
    />
  )
}

/** The state of the edit; only one note at a time can be edited. */
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

/** Keeps the edited note in the timeline, even if another device deletes it meanwhile. */
export function withEdited(view: ClientView, note: JournalNote | undefined): ClientView {
  const { journal } = view.client
  if (!note || journal.some(({ id }) => id === note.id)) return view
  return { ...view, client: { ...view.client, journal: [...journal, note] } }
}

/** Adds a note with the current time. */
function addNote(view: ClientView, text: string): Promise<string> {
  const note = { id: randomKey(), at: new Date(systemClock()).toISOString(), text }
  return saveJournal(view, [...view.client.journal, note])
}

/**
 * Saves an edited note under a new id: if two devices edit the same note, both versions stay.
 * Resolves to the new id. A note that was deleted meanwhile comes back with the edit.
 */
async function editNote(view: ClientView, note: JournalNote, text: string): Promise<string> {
  const edited = { ...note, id: randomKey(), text }
  const { journal } = view.client
  const is = (one: JournalNote) => sameValue(one, note)
  const next = journal.some(is)
    ? journal.map((one) => (is(one) ? edited : one))
    : [...journal, edited]
  await saveJournal(view, next)
  return edited.id
}

/** Deletes a note. Resolves to a function that undoes the deletion. */
async function removeNote(view: ClientView, note: JournalNote): Promise<() => Promise<string>> {
  const { journal } = view.client
  const place = journal.findIndex((one) => sameValue(one, note))
  await saveJournal(view, journal.toSpliced(place, place === -1 ? 0 : 1))
  return async () => {
    const now = await book().client(view.id)
    const there = now?.client.journal.some((one) => sameValue(one, note))
    if (now && !there) await saveJournal(now, now.client.journal.toSpliced(place, 0, note))
    return `/admin/crm/${view.id}/timeline`
  }
}

function saveJournal({ id, client, rev }: ClientView, journal: Client['journal']): Promise<string> {
  return book().save(id, { base: { journal: client.journal }, set: { journal }, rev })
}
