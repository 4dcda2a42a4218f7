import { useState } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import { AsOf } from '#client/desk/kit/as-of.tsx'
import { LoadTrouble } from '#client/desk/kit/load-trouble.tsx'
import { Chip } from '#client/ui/controls/chip.tsx'
import { timelineGroups } from '#shared/clients/timeline.ts'
import { noteKey } from '#shared/clients/timeline-client.ts'
import { type TimelineKind, timelineKinds } from '#shared/clients/timeline-entry.ts'
import { AddNote } from './add-note.tsx'
import styles from './client-timeline.module.css'
import { NoteForm } from './note-form.tsx'
import { OwnNote } from './own-note.tsx'
import { TimelineItem } from './timeline-item.tsx'
import { useNoteEdit, withEdited } from './use-note-edit.ts'
import { useTimeline } from './use-timeline.ts'

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
