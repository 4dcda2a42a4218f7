import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { getData } from '#client/data/data-client.ts'
import type { ClientView } from '#client/data/store/types.ts'
import { useClient, useDataQuery } from '#client/data/use-data.ts'
import { undoMerge } from '#client/desk/clients/merge/merge-commands.ts'
import {
  type MergeNote,
  parseMergeTrace,
  readRemovedClient,
} from '#client/desk/clients/merge/merge-rules.ts'
import { IconLabel } from '#client/desk/kit/desk-button.tsx'
import { PlusIcon } from '#client/desk/kit/icons.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useStoredDraft } from '#client/desk/queries/use-stored-draft.ts'
import { setLastDeletion } from '#client/desk/records/last-deletion.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { useForm } from '#client/lib/use-form.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/controls/field.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Client, JournalNote } from '#shared/clients/client-fields.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import styles from './client-timeline.module.css'
import { toNoteKey } from './timeline.ts'

/** A button that opens the form for a new note. */
export function AddNote({ view }: { view: ClientView }) {
  const { draft, resumed, change, close: discard } = useNoteDraft(`new-note:${view.id}`)
  const box = useRef<HTMLDivElement>(null)
  const close = () => {
    discard()
    box.current?.querySelector('button')?.focus()
  }
  const save = async (text: string) => {
    await addNote(view, text)
    close()
  }
  return (
    <div ref={box} className={styles.addNote}>
      <Button
        small
        variant="ghost"
        aria-expanded={draft !== undefined}
        onClick={() => change(draft ?? { text: '' })}
      >
        <IconLabel>
          <PlusIcon />
          Add note
        </IconLabel>
      </Button>
      {draft ? (
        <NoteForm
          text={draft.text}
          resumed={resumed}
          onChange={(text) => change({ text })}
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
  onChange: (text: string) => void
  onSave: (text: string) => Promise<void>
  onCancel: () => void
}

const NoteText = v.object({
  text: v.pipe(v.string(), v.trim(), v.nonEmpty('Please write the note first.')),
})

function NoteForm({ text, resumed, onChange, onSave, onCancel }: NoteFormProps) {
  const form = useForm({
    values: {
      values: { text },
      current: () => ({ text }),
      change: (patch: { text?: string }) => onChange(patch.text ?? text),
    },
    rules: NoteText,
    async submit(note) {
      try {
        await onSave(note.text.trim())
        return undefined
      } catch {
        return { fields: { text: 'This device could not save the note. It is still here.' } }
      }
    },
  })
  // A form that a reload restored does not take the focus.
  const shouldFocus = useRef(!resumed)
  const { ref } = form
  useEffect(() => {
    if (shouldFocus.current) ref.current?.querySelector('textarea')?.focus()
  }, [ref])
  return (
    <form {...form.props} className={`stack gap-3 ${styles.form}`}>
      <TextArea
        label="Note"
        {...form.field('text')}
        rows={4}
        maxLength={4000}
        hint={resumed ? 'You started this earlier. It is not saved yet.' : undefined}
      />
      <div className={styles.formActions}>
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

interface NoteDraftState {
  /** Undefined while no note is written. */
  draft: NoteDraft | undefined
  /** Whether the draft comes from an earlier visit. */
  resumed: boolean
  change: (draft: NoteDraft) => void
  /** Deletes the draft. */
  close: () => void
}

/** The draft of a note, while one is written. */
function useNoteDraft(key: string): NoteDraftState {
  const { draft, resumed, change, discard } = useStoredDraft<NoteDraft | undefined>({
    key,
    initial: undefined,
    // A draft of any version of the site.
    parse: (found) => (isNoteDraft(found) ? found : undefined),
    isChanged: (note) => note !== undefined && note.text !== (note.note?.text ?? ''),
  })
  const close = () => {
    change(undefined)
    discard()
  }
  return { draft, resumed, change, close }
}

function isNoteDraft(found: unknown): found is NoteDraft {
  return typeof found === 'object' && found !== null && 'text' in found
}

interface NoteActionsProps {
  view: ClientView
  note: JournalNote
  /** `Today, 10:30` */
  time: string
  edit: NoteEdit
}

/** The buttons of a note: edit, delete, and undo if it records a merge. */
export function NoteActions({ view, note, time, edit }: NoteActionsProps) {
  const box = useRef<HTMLDivElement>(null)
  const returns = edit.focusKey === toNoteKey(note.id)
  useEffect(() => {
    if (returns) box.current?.querySelector('button')?.focus()
  }, [returns])
  const { run } = useOneAtATime()
  const remove = async () => {
    const undo = await removeNote(view, note)
    const what = `Note of ${time.replace('Today', 'today')}`
    setLastDeletion({ key: note.id, title: what, deletedAt: systemClock(), undo })
  }
  const which = <VisuallyHidden>the note of {time}</VisuallyHidden>
  const trace = parseMergeTrace(note)
  return (
    <div ref={box} className={styles.actions}>
      <TextAction onClick={() => edit.start(note)}>Edit {which}</TextAction>
      <TextAction danger onClick={() => void run(remove)}>
        Delete {which}
      </TextAction>
      {trace ? <UndoMergeAction view={view} note={{ ...note, merged: trace }} /> : null}
    </div>
  )
}

function UndoMergeAction({ view, note }: { view: ClientView; note: MergeNote }) {
  const { run } = useOneAtATime()
  const { other: otherId } = note.merged
  const other = useClient(otherId)
  const isErased = useDataQuery(`erased ${otherId}`, () =>
    getData().queries.isErased({ coll: 'client', id: otherId }),
  )?.answer
  const removed = readRemovedClient(view.client, note.merged)
  const name = (other && other !== 'opening' && other.client.name) || removed?.name
  if (other === 'opening' || (other && !other.deleted) || !name) return null
  // Notes and journeys would go to a client that no device keeps.
  if (isErased !== false) return null
  const undo = async () => {
    await undoMerge(view.id, note)
    announce(`${name} is a separate client again.`)
  }
  return <TextAction onClick={() => void run(undo)}>Undo this merge</TextAction>
}

interface NoteEdit {
  /** The note that is edited. */
  note: JournalNote | undefined
  /** The current text of the form. */
  text: string
  /** Whether the draft comes from an earlier visit. */
  resumed: boolean
  /** The key of the timeline entry whose buttons get the focus back. */
  focusKey: string | undefined
  start: (note: JournalNote) => void
  setText: (text: string) => void
  save: (text: string) => Promise<void>
  cancel: () => void
}

/** The form that replaces the note while it is edited. */
export function NoteEditor({ edit }: { edit: NoteEdit }) {
  return (
    <NoteForm
      text={edit.text}
      resumed={edit.resumed}
      onChange={edit.setText}
      onSave={edit.save}
      onCancel={edit.cancel}
    />
  )
}

/** The state of the edit; only one note at a time can be edited. */
export function useNoteEdit(view: ClientView): NoteEdit {
  const { draft, resumed, change, close } = useNoteDraft(`note:${view.id}`)
  const [returning, setReturning] = useState<string>()
  const note = draft?.note
  const end = (id: string) => {
    setReturning(toNoteKey(id))
    close()
  }
  return {
    note,
    text: draft?.text ?? '',
    resumed,
    focusKey: returning,
    start: (one) => change({ note: one, text: one.text }),
    setText: (text) => note && change({ note, text }),
    cancel: () => note && end(note.id),
    save: async (text) => {
      if (note) end(text === note.text ? note.id : await editNote(view, note, text))
    },
  }
}

/** Keeps the edited note in the timeline, even if another device deletes it meanwhile. */
export function withEditedNote(view: ClientView, note: JournalNote | undefined): ClientView {
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
  const is = (one: JournalNote) => isSameValue(one, note)
  const next = journal.some(is)
    ? journal.map((one) => (is(one) ? edited : one))
    : [...journal, edited]
  await saveJournal(view, next)
  return edited.id
}

/** Deletes a note. Resolves to a function that undoes the deletion. */
async function removeNote(view: ClientView, note: JournalNote): Promise<() => Promise<string>> {
  const { journal } = view.client
  const place = journal.findIndex((one) => isSameValue(one, note))
  await saveJournal(view, journal.toSpliced(place, place === -1 ? 0 : 1))
  return async () => {
    const now = await getData().clients.get(view.id)
    const there = now?.client.journal.some((one) => isSameValue(one, note))
    if (now && !there) await saveJournal(now, now.client.journal.toSpliced(place, 0, note))
    return `/admin/crm/${view.id}/timeline`
  }
}

function saveJournal({ id, client, rev }: ClientView, journal: Client['journal']): Promise<string> {
  return getData().clients.save(id, { base: { journal: client.journal }, set: { journal }, rev })
}
