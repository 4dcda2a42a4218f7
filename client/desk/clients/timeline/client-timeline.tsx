import { useEffect, useMemo, useRef, useState } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import { useClient } from '#client/book/use-book.ts'
import { noteDeletion } from '#client/desk/clients/deletions.ts'
import { undoMerge } from '#client/desk/clients/merge/merge-commands.ts'
import { AsOf, LoadTrouble } from '#client/desk/kit/page/data-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { useBookingRecords } from '#client/desk/queries/booking-records.ts'
import { useForms } from '#client/desk/queries/form-records.ts'
import { useSales } from '#client/desk/queries/sale-records.ts'
import { systemClock } from '#client/lib/clock.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Chip } from '#client/ui/controls/chip.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { JournalNote } from '#shared/clients/fields.ts'
import { timelineGroups, timelineOf } from '#shared/clients/timeline.ts'
import { noteKey } from '#shared/clients/timeline-client.ts'
import { type TimelineKind, timelineKinds } from '#shared/clients/timeline-entry.ts'
import { type MergeNote, mergeTrace } from '#shared/clients/unmerge.ts'
import { AddNote } from './add-note.tsx'
import styles from './client-timeline.module.css'
import { editNote, removeNote } from './note-commands.ts'
import { NoteForm } from './note-form.tsx'
import { TimelineItem } from './timeline-item.tsx'
import { useNoteDraft } from './use-note-draft.ts'

const filterNames: Record<TimelineKind, string> = {
  booking: 'Bookings',
  message: 'Messages',
  note: 'Notes',
  trip: 'Trips',
  change: 'Changes',
}

/** All that happened with a client, and what is ahead, in one order. */
export function ClientTimeline({ view }: { view: ClientView }) {
  const edit = useNoteEdit(view)
  const { entries, desk, reading } = useTimeline(withEdited(view, edit.note))
  const [hidden, setHidden] = useState<readonly TimelineKind[]>(['change'])
  const editing = edit.note && noteKey(edit.note.id)
  const shown = entries.filter(
    ({ kind, key }) => key === editing || !hidden.some((one) => one === kind),
  )
  const notes = new Map(view.client.journal.map((note) => [noteKey(note.id), note]))
  const toggle = (kind: TimelineKind) =>
    setHidden((before) =>
      before.includes(kind) ? before.filter((one) => one !== kind) : [...before, kind],
    )
  return (
    <>
      <div className={styles.head}>
        <fieldset className={styles.chips} aria-label="Show">
          {timelineKinds.map((kind) => (
            <Chip key={kind} checked={!hidden.includes(kind)} onChange={() => toggle(kind)}>
              {filterNames[kind]}
            </Chip>
          ))}
        </fieldset>
        <AddNote view={view} />
      </div>
      <LoadTrouble failure="Failed to load bookings" desk={desk} />
      {timelineGroups(shown, reading.zone).map(({ title, ahead, entries: within }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.month}>{title}</h3>
          <ol className={`${styles.line} ${ahead ? styles.ahead : ''}`}>
            {within.map((entry) => (
              <TimelineItem
                key={entry.key}
                entry={entry}
                reading={reading}
                form={
                  edit.note && entry.key === editing ? (
                    <NoteForm
                      text={edit.text}
                      resumed={edit.resumed}
                      onType={edit.type}
                      onSave={edit.save}
                      onCancel={edit.cancel}
                    />
                  ) : undefined
                }
                actions={(when) => {
                  const note = notes.get(entry.key)
                  return note && <OwnNote {...{ view, note, when, edit }} />
                }}
              />
            ))}
          </ol>
        </section>
      ))}
      {shown.length === 0 ? <p className={styles.none}>Nothing to show here yet.</p> : null}
      <AsOf desk={desk} />
    </>
  )
}

/** From what this device has of the desk; without a connection, from its copies. */
function useTimeline(view: ClientView) {
  const bookings = useBookingRecords()
  const forms = useForms()
  const sales = useSales()
  const now = useMinute()
  const zone =
    bookings.timeZone ?? forms.data?.[0]?.timeZone ?? sales.data?.timeZone ?? deviceZone()
  const entries = useMemo(
    () =>
      timelineOf(
        view,
        {
          bookings: bookings.data ?? [],
          forms: forms.data ?? [],
          books: sales.data?.books ?? { sales: [], waiting: [] },
        },
        { now, zone },
      ),
    [view, bookings.data, forms.data, sales.data, now, zone],
  )
  return { entries, desk: bookings, reading: { now, zone } }
}

interface OwnNoteProps {
  view: ClientView
  note: JournalNote
  /** `Today, 10:30` */
  when: string
  edit: NoteEdit
}

/** What can be done with a note of the owner's. */
function OwnNote({ view, note, when, edit }: OwnNoteProps) {
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

/** At the note of a merge, for as long as this device remembers the entry that went. */
function UndoMerge({ view, note }: { view: ClientView; note: JournalNote }) {
  const trace = mergeTrace(note)
  return trace ? <Offer view={view} note={{ ...note, merged: trace }} /> : null
}

function Offer({ view, note }: { view: ClientView; note: MergeNote }) {
  const other = useClient(note.merged.other)
  if (!other || other === 'opening' || !other.deleted || !other.client.name) return null
  const undo = async () => {
    await undoMerge(view.id, note)
    announce(`${other.client.name} is back as an entry of its own.`)
  }
  return <TextAction onClick={() => void undo()}>Undo this merge</TextAction>
}

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
function useNoteEdit(view: ClientView): NoteEdit {
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
function withEdited(view: ClientView, note: JournalNote | undefined): ClientView {
  const { journal } = view.client
  if (!note || journal.some(({ id }) => id === note.id)) return view
  return { ...view, client: { ...view.client, journal: [...journal, note] } }
}
