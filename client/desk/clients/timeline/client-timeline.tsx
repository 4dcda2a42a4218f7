import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ClientView } from '#client/book/store/types.ts'
import {
  CalendarIcon,
  CardIcon,
  ClientsIcon,
  MailIcon,
  PencilIcon,
  PlaceIcon,
  SyncIcon,
  VideoIcon,
} from '#client/desk/kit/icons.tsx'
import { AsOf, LoadTrouble } from '#client/desk/kit/page/data-state.tsx'
import { bookingTones, Status } from '#client/desk/kit/page/status.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { useBookingRecords } from '#client/desk/queries/booking-records.ts'
import { useForms } from '#client/desk/queries/form-records.ts'
import { useSales } from '#client/desk/queries/sale-records.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { Chip } from '#client/ui/controls/chip.tsx'
import { AlertIcon, ClockIcon, DiamondIcon, type IconProps, TickIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { statusNames } from '#shared/booking/owner-commands.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import {
  momentLabel,
  noteKey,
  type Reading,
  type TimelineEntry,
  type TimelineKind,
  type TimelineMark,
  type TimelineSign,
  timelineGroups,
  timelineKinds,
  timelineOf,
} from '#shared/clients/timeline.ts'
import styles from './client-timeline.module.css'
import { AddNote, EditedNote, OwnNote, useNoteEdit, withEdited } from './own-notes.tsx'

const filterNames: Record<TimelineKind, string> = {
  booking: 'Bookings',
  message: 'Messages',
  note: 'Notes',
  trip: 'Trips',
  change: 'Changes',
}

/** All past and upcoming events of a client in one list. */
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
        <fieldset className={`${layout.chips} ${styles.chips}`} aria-label="Show">
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
          <h3 className={`${kit.groupHead} ${styles.month}`}>{title}</h3>
          <ol className={`${styles.line} ${ahead ? styles.ahead : ''}`}>
            {within.map((entry) => (
              <TimelineItem
                key={entry.key}
                entry={entry}
                reading={reading}
                form={entry.key === editing ? <EditedNote edit={edit} /> : null}
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

/** The entries from this device's stored data, which is updated while there is a connection. */
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

const marks = {
  waiting: { Icon: ClockIcon, words: 'Waiting to sync', look: kit.warning },
  conflict: { Icon: DiamondIcon, words: 'Conflict', look: styles.grave },
  refused: { Icon: AlertIcon, words: 'Needs attention', look: styles.grave },
}

interface TimelineItemProps {
  entry: TimelineEntry
  reading: Reading
  /** Replaces the text while the note is edited. */
  form: ReactNode
  /** The buttons of the entry; `when` names its moment. */
  actions: (when: string) => ReactNode
}

function TimelineItem({ entry, reading, form, actions }: TimelineItemProps) {
  const { now, zone } = reading
  const { at, dateOnly, sign, title, text, status, mark, to } = entry
  const Sign = timelineSigns[sign]
  const when = momentLabel({ at, ...(dateOnly && { dateOnly }) }, now, zone)
  return (
    <li>
      <span className={`${kit.disc} ${styles.sign}`}>
        <Sign />
      </span>
      <div>
        <h4>
          {to ? (
            <Link className={kit.tall} to={to}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h4>
        {form ?? (text ? <p className={kit.typed}>{text}</p> : null)}
        {status ? <CallStatus status={status} /> : null}
        {mark ? <Mark mark={mark} /> : null}
        {form ? null : actions(when)}
      </div>
      <time className={type.fine} dateTime={new Date(at).toISOString()}>
        {when}
      </time>
    </li>
  )
}

function CallStatus({ status }: { status: BookingStatus }) {
  const done = status === 'completed' ? { icon: TickIcon } : {}
  return (
    <Status tone={bookingTones[status]} {...done}>
      {statusNames[status]}
    </Status>
  )
}

function Mark({ mark }: { mark: TimelineMark }) {
  const { Icon, words, look } = marks[mark]
  return (
    <span className={`${styles.mark} ${look}`}>
      <Icon />
      {words}
    </span>
  )
}

const timelineSigns: Record<TimelineSign, ComponentType<IconProps>> = {
  call: VideoIcon,
  booking: CalendarIcon,
  mail: MailIcon,
  money: CardIcon,
  note: PencilIcon,
  trip: PlaceIcon,
  client: ClientsIcon,
  edit: SyncIcon,
}
