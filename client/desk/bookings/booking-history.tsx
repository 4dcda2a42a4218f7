import { useRef, useState } from 'react'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { onAccount, ownerHere } from '#client/lib/data/account-here.ts'
import { call } from '#client/lib/data/api.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { TextArea } from '#client/ui/controls/field.tsx'
import { type DeskBooking, noteBooking } from '#shared/booking/desk-api.ts'
import styles from './booking-history.module.css'
import { momentIn } from './booking-words.ts'
import type { Commanding } from './commands/use-command.ts'

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
        {history.map(({ at, kind, text }) => (
          <li key={`${at} ${kind} ${text}`} className={styles[kind]}>
            <time dateTime={at}>{momentIn(Date.parse(at), ownerZone)}</time>
            <span>
              {kind === 'note' ? <b>Note </b> : null}
              {kind === 'trouble' ? <b>Trouble </b> : null}
              {text}
            </span>
          </li>
        ))}
      </ol>
      <NoteForm bookingId={booking.id} command={command} offline={offline} />
    </section>
  )
}

interface NoteFormProps extends Pick<BookingHistoryProps, 'command' | 'offline'> {
  bookingId: string
}

function NoteForm({ bookingId, command, offline }: NoteFormProps) {
  const [text, setText] = useState(begunNotes.get(bookingId) ?? '')
  const [isAsked, setAsked] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  useTypingLock(text !== '')
  const type = (typed: string) => {
    setAsked(false)
    setText(typed)
    if (typed) begunNotes.set(bookingId, typed)
    else begunNotes.delete(bookingId)
  }
  const add = async () => {
    if (!text.trim()) {
      setAsked(true)
      field.current?.querySelector('textarea')?.focus()
      return
    }
    const added = await command.give(
      (given) => call(noteBooking, { ...given, text }),
      'Note added.',
    )
    // Unless more was typed meanwhile.
    if (added && begunNotes.get(bookingId) === text) type('')
  }
  return (
    <div ref={field} className={styles.note}>
      <TextArea
        label="Add a note"
        hint="Only you see it."
        error={isAsked ? 'Please write the note first.' : undefined}
        rows={2}
        maxLength={2000}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      <DeskButton variant="ghost" busy={command.busy} barred={offline} onClick={() => void add()}>
        Add note
      </DeskButton>
    </div>
  )
}

/** By booking: what was typed in this tab and not sent. The next owner learns nothing of it. */
const begunNotes = new Map<string, string>()

onAccount(() => {
  if (!ownerHere()) begunNotes.clear()
})
