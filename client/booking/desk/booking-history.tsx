import { useState } from 'react'
import { type DeskBooking, noteBooking } from '../../../shared/booking/desk-api.ts'
import { DeskButton } from '../../desk/desk-button.tsx'
import { call } from '../../lib/api.ts'
import { TextArea } from '../../ui/field.tsx'
import styles from './booking-history.module.css'
import { momentIn } from './booking-words.ts'
import type { Commanding } from './use-command.ts'

interface BookingHistoryProps {
  booking: DeskBooking
  command: Commanding
  offline: string | undefined
}

/** What has happened, in order, and room for a note. */
export function BookingHistory({ booking, command, offline }: BookingHistoryProps) {
  const { history, ownerZone } = booking
  return (
    <section className={styles.history}>
      <h3>History</h3>
      <ol className={styles.log}>
        {history.map(({ at, kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the log only grows, at its end.
          <li key={index} className={styles[kind]}>
            <time dateTime={at}>{momentIn(Date.parse(at), ownerZone)}</time>
            <span>
              {kind === 'note' ? <b>Note </b> : null}
              {kind === 'trouble' ? <b>Trouble </b> : null}
              {text}
            </span>
          </li>
        ))}
      </ol>
      <NoteForm command={command} offline={offline} />
    </section>
  )
}

function NoteForm({ command, offline }: Pick<BookingHistoryProps, 'command' | 'offline'>) {
  const [text, setText] = useState('')
  const add = async () => {
    if (!text.trim()) return
    const added = await command.give(
      (given) => call(noteBooking, { ...given, text }),
      'Note added.',
    )
    if (added) setText('')
  }
  return (
    <div className={styles.note}>
      <TextArea
        label="Add a note"
        hint="Only you see it."
        rows={2}
        maxLength={2000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <DeskButton variant="ghost" busy={command.busy} barred={offline} onClick={() => void add()}>
        Add note
      </DeskButton>
    </div>
  )
}
