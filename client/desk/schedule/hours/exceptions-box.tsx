import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Box } from '#client/desk/kit/box.tsx'
import { BinIcon, PencilIcon, PlusIcon } from '#client/desk/kit/icons.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { Status } from '#client/desk/kit/page/status.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import {
  type ExceptionSpan,
  exceptionSpans,
  putSpan,
  removeSpan,
} from '#client/desk/schedule/edits.ts'
import { count, shortDate, slotsWords } from '#client/desk/schedule/words.ts'
import { Button } from '#client/ui/button.tsx'
import { ClockIcon } from '#client/ui/icons.tsx'
import { eachDate, weekday } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { KeptMeeting } from '#shared/schedule/desk-api.ts'
import { changedParts, type ScheduleContent } from '#shared/schedule/merge.ts'
import type { TimeRange } from '#shared/schedule/schema.ts'
import { ExceptionDialog } from './exception-dialog.tsx'
import styles from './exceptions-box.module.css'
import { axisOf, Ruler, type Span } from './ruler.tsx'

interface ExceptionsBoxProps {
  content: ScheduleContent
  saved: ScheduleContent
  /** Bookings that are outside the hours. */
  outside: readonly KeptMeeting[]
  today: string
  disabled: boolean
  onChange: (content: ScheduleContent) => void
}

/** Dates with hours other than those of the week. */
export function ExceptionsBox(props: ExceptionsBoxProps) {
  const { content, saved, outside, today, disabled, onChange } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [edited, setEdited] = useState<{ span: ExceptionSpan | undefined; round: number }>({
    span: undefined,
    round: 0,
  })
  const spans = exceptionSpans(content.exceptions, today)
  const axis = axisOf(spans.flatMap(({ timeSlots }) => timeSlots))
  const unsaved = new Set<string>(changedParts(saved, content))
  const open = (span?: ExceptionSpan) => {
    setEdited(({ round }) => ({ span, round: round + 1 }))
    dialog.current?.showModal()
  }
  return (
    <Box
      title="Dated exceptions"
      lead="These dates override the week above."
      aside={
        <Button small variant="ghost" disabled={disabled} onClick={() => open()}>
          <span className={styles.add}>
            <PlusIcon />
            Add exception
          </span>
        </Button>
      }
      flush
    >
      {spans.length === 0 ? (
        <EmptyState title="No exceptions" />
      ) : (
        <ul>
          {spans.map((span) => (
            <ExceptionRow
              key={span.from}
              span={span}
              axis={axis}
              aside={asideOf(span, { content, outside, unsaved })}
              disabled={disabled}
              onEdit={() => open(span)}
              onRemove={() => onChange(removeSpan(content, span))}
            />
          ))}
        </ul>
      )}
      <ExceptionDialog
        ref={dialog}
        {...edited}
        today={today}
        onSave={(span) => {
          onChange(putSpan(content, span, edited.span))
          dialog.current?.close()
        }}
      />
    </Box>
  )
}

interface Surroundings {
  content: ScheduleContent
  outside: readonly KeptMeeting[]
  unsaved: ReadonlySet<string>
}

function asideOf(span: ExceptionSpan, { content, outside, unsaved }: Surroundings) {
  const dates = eachDate(span.from, span.to)
  const days = dates.map((date) => content.weekly[weekday(date)])
  return {
    unsaved: dates.some((date) => unsaved.has(`date:${date}`)),
    meetings: outside.filter(({ start }) =>
      dates.includes(wallOf(Date.parse(start), content.timeZone).date),
    ),
    replaces: days[0]?.enabled ? days[0].timeSlots : [],
    workingDays: days.filter((day) => day?.enabled).length,
  }
}

interface Aside {
  unsaved: boolean
  meetings: readonly KeptMeeting[]
  /** The slots of the weekday that the first date replaces. */
  replaces: readonly TimeRange[]
  workingDays: number
}

interface ExceptionRowProps {
  span: ExceptionSpan
  axis: Span
  aside: Aside
  disabled: boolean
  onEdit: () => void
  onRemove: () => void
}

function ExceptionRow(props: ExceptionRowProps) {
  const { span, axis, aside, disabled, onEdit, onRemove } = props
  const name = shortDate(span.from)
  const closed = span.timeSlots.length === 0
  return (
    <li className={styles.row}>
      <div className={styles.dates}>
        <b className={kit.entry}>{name}</b>
        {span.to === span.from ? null : <span>to {shortDate(span.to)}</span>}
      </div>
      <div className={styles.kind}>
        {closed ? (
          <Status tone="mute">Closed</Status>
        ) : (
          <Status tone="back" icon={ClockIcon}>
            Special hours
          </Status>
        )}
        <AsideWords aside={aside} closed={closed} />
      </div>
      <Ruler
        slots={span.timeSlots}
        axis={axis}
        {...(aside.unsaved && { saved: [] })}
        className={styles.ruler}
      />
      <div className={`${kit.entry} ${styles.hours}`}>
        {closed ? 'All day' : slotsWords(span.timeSlots)}
        {span.note ? <span>{span.note}</span> : null}
      </div>
      <div className={styles.actions}>
        <button
          type="button"
          className={kit.iconButton}
          aria-label={`Edit exception, ${name}`}
          disabled={disabled}
          onClick={onEdit}
        >
          <PencilIcon />
        </button>
        <button
          type="button"
          className={kit.iconButton}
          aria-label={`Delete exception, ${name}`}
          disabled={disabled}
          onClick={onRemove}
        >
          <BinIcon />
        </button>
      </div>
    </li>
  )
}

/** The most important fact about an exception. */
function AsideWords({ aside, closed }: { aside: Aside; closed: boolean }) {
  const { meetings, unsaved, replaces, workingDays } = aside
  if (meetings.length > 0) {
    const [first] = meetings
    const needs = meetings.length === 1 ? 'booking needs' : 'bookings need'
    return (
      <Link className={styles.needs} to={`/admin/bookings/${first?.id}`}>
        {meetings.length} {needs} a new time
      </Link>
    )
  }
  if (unsaved) return <span className={styles.unsaved}>Not saved yet</span>
  if (closed) return <span>{count(workingDays, 'working day')}</span>
  return replaces.length > 0 ? (
    <span>Replaces {slotsWords(replaces)}</span>
  ) : (
    <span>The week is closed then</span>
  )
}
