import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { JourneyListItem } from '#client/data/journeys/types.ts'
import type { ClientView } from '#client/data/store/types.ts'
import { useDataState } from '#client/data/use-data.ts'
import { useClientJourneys } from '#client/desk/journeys/use-journeys.ts'
import {
  CalendarIcon,
  CardIcon,
  ClientsIcon,
  LocationIcon,
  MailIcon,
  PencilIcon,
  SyncIcon,
  VideoIcon,
} from '#client/desk/kit/icons.tsx'
import { LoadErrorBanner, StaleBadge } from '#client/desk/kit/page/data-state.tsx'
import { bookingTones, StatusBadge } from '#client/desk/kit/page/status-badge.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useAllBookings } from '#client/desk/queries/use-all-bookings.ts'
import { useForms } from '#client/desk/queries/use-forms.ts'
import { useServerNow } from '#client/desk/queries/use-now.ts'
import { useSalesLedger } from '#client/desk/queries/use-sales.ts'
import { getDeviceZone } from '#client/lib/data/device-zone.ts'
import { Chip } from '#client/ui/controls/chip.tsx'
import { AlertIcon, ClockIcon, DiamondIcon, type IconProps, TickIcon } from '#client/ui/icons.tsx'
import type from '#client/ui/type.module.css'
import { statusLabels } from '#shared/booking/owner-commands.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { formatTripDates } from '#shared/clients/format-trip.ts'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant } from '#shared/lib/wall-time.ts'
import styles from './client-timeline.module.css'
import { AddNote, NoteActions, NoteEditor, useNoteEdit, withEditedNote } from './journal-notes.tsx'
import {
  buildTimeline,
  formatMoment,
  groupTimeline,
  type TimelineContext,
  type TimelineEntry,
  type TimelineIcon,
  type TimelineKind,
  type TimelineMark,
  timelineKinds,
  toNoteKey,
} from './timeline.ts'

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
  const { entries, desk, reading } = useTimeline(withEditedNote(view, edit.note))
  const isWhole = useDataState().syncedAt !== undefined
  const [hidden, setHidden] = useState<readonly TimelineKind[]>(['change'])
  const editing = edit.note && toNoteKey(edit.note.id)
  const visibleEntries = entries.filter(
    ({ kind, key }) => key === editing || !hidden.some((one) => one === kind),
  )
  const notes = new Map(view.client.journal.map((note) => [toNoteKey(note.id), note]))
  const toggle = (kind: TimelineKind) =>
    setHidden((before) =>
      before.includes(kind) ? before.filter((one) => one !== kind) : [...before, kind],
    )
  return (
    <>
      <div className={styles.head}>
        <fieldset className={`row wrap gap-2 ${styles.chips}`} aria-label="Show">
          {timelineKinds.map((kind) => (
            <Chip key={kind} checked={!hidden.includes(kind)} onChange={() => toggle(kind)}>
              {filterNames[kind]}
            </Chip>
          ))}
        </fieldset>
        <AddNote view={view} />
      </div>
      <LoadErrorBanner failure="Failed to load bookings" desk={desk} />
      {groupTimeline(visibleEntries, reading.zone).map(({ title, isUpcoming, entries: within }) => (
        <section key={title} aria-label={title}>
          <h3 className={`${kit.groupHead} ${styles.groupHead}`}>{title}</h3>
          <ol className={`${styles.entries} ${isUpcoming ? styles.upcoming : ''}`}>
            {within.map((entry) => (
              <TimelineItem
                key={entry.key}
                entry={entry}
                context={reading}
                form={entry.key === editing ? <NoteEditor edit={edit} /> : null}
                actions={(when) => {
                  const note = notes.get(entry.key)
                  return note && <NoteActions {...{ view, note, time: when, edit }} />
                }}
              />
            ))}
          </ol>
        </section>
      ))}
      {isWhole ? null : (
        <p className={styles.empty}>
          Entries may be missing here until the first sync of this device is complete.
        </p>
      )}
      {isWhole && visibleEntries.length === 0 ? (
        <p className={styles.empty}>Nothing to show here yet.</p>
      ) : null}
      <StaleBadge desk={desk} />
    </>
  )
}

/** The entries from this device's stored data, which is updated while there is a connection. */
function useTimeline(view: ClientView) {
  const bookings = useAllBookings()
  const forms = useForms()
  const ledger = useSalesLedger()
  const journeys = useClientJourneys(view.id)
  const now = useServerNow()
  const zone = bookings.timeZone ?? forms.data?.[0]?.timeZone ?? getDeviceZone()
  const entries = useMemo(
    () => [
      ...buildTimeline(
        view,
        {
          bookings: bookings.data ?? [],
          forms: forms.data ?? [],
          ledger: ledger ?? { sales: [], pendingRefunds: [] },
        },
        { now, zone },
      ),
      ...toJourneyEntries(journeys, { now, zone }),
    ],
    [view, bookings.data, forms.data, ledger, journeys, now, zone],
  )
  return { entries, desk: bookings, reading: { now, zone } }
}

const marks = {
  pending: { Icon: ClockIcon, label: 'Waiting to sync', look: kit.warning },
  conflict: { Icon: DiamondIcon, label: 'Conflict', look: styles.severe },
  rejected: { Icon: AlertIcon, label: 'Needs attention', look: styles.severe },
}

interface TimelineItemProps {
  entry: TimelineEntry
  context: TimelineContext
  /** Replaces the text while the note is edited. */
  form: ReactNode
  /** The buttons of the entry; `when` names its moment. */
  actions: (when: string) => ReactNode
}

function TimelineItem({ entry, context, form, actions }: TimelineItemProps) {
  const { now, zone } = context
  const { at, isDateOnly, icon, title, text, status, mark, to } = entry
  const Sign = timelineIcons[icon]
  const when = formatMoment({ at, ...(isDateOnly && { isDateOnly }) }, now, zone)
  return (
    <li>
      <span className={`${kit.disc} ${styles.icon}`}>
        <Sign />
      </span>
      <div>
        <h4>
          {to ? (
            <Link className={kit.touchTarget} to={to}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h4>
        {form ?? (text ? <p className={kit.userText}>{text}</p> : null)}
        {status ? <BookingStatusTag status={status} /> : null}
        {mark ? <MarkTag mark={mark} /> : null}
        {form ? null : actions(when)}
      </div>
      <time className={type.fine} dateTime={new Date(at).toISOString()}>
        {when}
      </time>
    </li>
  )
}

function BookingStatusTag({ status }: { status: BookingStatus }) {
  const done = status === 'completed' ? { icon: TickIcon } : {}
  return (
    <StatusBadge tone={bookingTones[status]} {...done}>
      {statusLabels[status]}
    </StatusBadge>
  )
}

function MarkTag({ mark }: { mark: TimelineMark }) {
  const { Icon, label, look } = marks[mark]
  return (
    <span className={`row gap-2 ${styles.mark} ${look}`}>
      <Icon />
      {label}
    </span>
  )
}

const timelineIcons: Record<TimelineIcon, ComponentType<IconProps>> = {
  call: VideoIcon,
  booking: CalendarIcon,
  mail: MailIcon,
  money: CardIcon,
  note: PencilIcon,
  trip: LocationIcon,
  client: ClientsIcon,
  edit: SyncIcon,
}

/** A client's journeys as entries of the timeline; one without dates has no place in it. */
function toJourneyEntries(
  journeys: readonly JourneyListItem[],
  { now, zone }: TimelineContext,
): TimelineEntry[] {
  return journeys.flatMap((journey) => {
    const { id, title, dates } = journey
    if (!dates) return []
    const mark = getMark(journey)
    return [
      {
        key: `journey ${id}`,
        kind: 'trip',
        icon: 'trip',
        at: getFirstInstant(dates.start, 0, zone),
        isDateOnly: true,
        isUpcoming: dates.end >= toWallTime(now, zone).date,
        title: `Journey: ${title || UNTITLED}`,
        text: formatTripDates(dates),
        to: `/admin/journeys/${id}`,
        ...(mark && { mark }),
      },
    ]
  })
}

function getMark(journey: JourneyListItem): TimelineMark | undefined {
  if (journey.hasRejected) return 'rejected'
  if (journey.hasConflict) return 'conflict'
  return journey.isPending ? 'pending' : undefined
}
