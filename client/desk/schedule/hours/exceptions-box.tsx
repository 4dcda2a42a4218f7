import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Box } from '#client/desk/kit/box.tsx'
import { BinIcon, PencilIcon, PlusIcon } from '#client/desk/kit/icons.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { StatusBadge } from '#client/desk/kit/page/status-badge.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import {
  type ExceptionSpan,
  groupExceptions,
  listOpenHolidays,
  removeExceptionSpan,
  setExceptionSpan,
} from '#client/desk/schedule/schedule-edits.ts'
import { formatDateWithWeekday } from '#client/desk/schedule/schedule-text.ts'
import { Button } from '#client/ui/button.tsx'
import { ClockIcon } from '#client/ui/icons.tsx'
import { eachDate, getWeekday } from '#shared/lib/date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import type { UpcomingMeeting } from '#shared/schedule/desk-api.ts'
import { diffSchedules, type ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import { formatHours } from '#shared/schedule/schedule-text.ts'
import type { TimeRange } from '#shared/schedule/schema.ts'
import { ExceptionDialog } from './exception-dialog.tsx'
import styles from './exceptions-box.module.css'
import { fitAxis, HoursRuler, type MinuteSpan } from './hours-ruler.tsx'

interface ExceptionsBoxProps {
  content: ScheduleContent
  saved: ScheduleContent
  meetingsOutsideHours: readonly UpcomingMeeting[]
  today: string
  disabled: boolean
  onChange: (content: ScheduleContent) => void
}

/** Dates with hours other than those of the week. */
export function ExceptionsBox(props: ExceptionsBoxProps) {
  const { content, saved, meetingsOutsideHours, today, disabled, onChange } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [edited, setEdited] = useState<{ span: ExceptionSpan | undefined; openCount: number }>({
    span: undefined,
    openCount: 0,
  })
  const spans = groupExceptions(content.exceptions, today)
  const axis = fitAxis(spans.flatMap(({ timeSlots }) => timeSlots))
  const unsaved = new Set<string>(diffSchedules(saved, content))
  // Memoised, because it looks at every date of a year.
  const holidays = useMemo(() => listOpenHolidays(content, today), [content, today])
  const closeHolidays = () =>
    onChange({
      ...content,
      exceptions: [...content.exceptions, ...holidays].sort((a, b) => (a.date < b.date ? -1 : 1)),
    })
  const open = (span?: ExceptionSpan) => {
    setEdited(({ openCount }) => ({ span, openCount: openCount + 1 }))
    dialog.current?.showModal()
  }
  return (
    <Box
      title="Dated exceptions"
      lead="These dates override the week above."
      aside={
        <div className="row wrap gap-2">
          {holidays.length > 0 ? (
            <Button small variant="ghost" disabled={disabled} onClick={closeHolidays}>
              Close {pluralize(holidays.length, 'public holiday')}
            </Button>
          ) : null}
          <Button small variant="ghost" disabled={disabled} onClick={() => open()}>
            <span className={styles.add}>
              <PlusIcon />
              Add exception
            </span>
          </Button>
        </div>
      }
      flush
    >
      {spans.length === 0 ? (
        <EmptyState object="almanac" title="No exceptions" />
      ) : (
        <ul>
          {spans.map((span) => (
            <ExceptionRow
              key={span.from}
              span={span}
              axis={axis}
              info={getRowInfo(span, {
                content,
                meetingsOutsideHours,
                unsavedParts: unsaved,
              })}
              disabled={disabled}
              onEdit={() => open(span)}
              onRemove={() => onChange(removeExceptionSpan(content, span))}
            />
          ))}
        </ul>
      )}
      <ExceptionDialog
        ref={dialog}
        {...edited}
        today={today}
        onSave={(span) => {
          onChange(setExceptionSpan(content, span, edited.span))
          dialog.current?.close()
        }}
      />
    </Box>
  )
}

interface RowContext {
  content: ScheduleContent
  meetingsOutsideHours: readonly UpcomingMeeting[]
  unsavedParts: ReadonlySet<string>
}

function getRowInfo(
  span: ExceptionSpan,
  { content, meetingsOutsideHours, unsavedParts }: RowContext,
) {
  const dates = eachDate(span.from, span.to)
  const days = dates.map((date) => content.weekly[getWeekday(date)])
  return {
    isUnsaved: dates.some((date) => unsavedParts.has(`date:${date}`)),
    meetings: meetingsOutsideHours.filter(({ start }) =>
      dates.includes(toWallTime(Date.parse(start), content.timeZone).date),
    ),
    weeklySlots: days[0]?.enabled ? days[0].timeSlots : [],
    workingDays: days.filter((day) => day?.enabled).length,
  }
}

interface RowInfo {
  isUnsaved: boolean
  meetings: readonly UpcomingMeeting[]
  /** The slots of the weekday that the first date replaces. */
  weeklySlots: readonly TimeRange[]
  workingDays: number
}

interface ExceptionRowProps {
  span: ExceptionSpan
  axis: MinuteSpan
  info: RowInfo
  disabled: boolean
  onEdit: () => void
  onRemove: () => void
}

function ExceptionRow(props: ExceptionRowProps) {
  const { span, axis, info, disabled, onEdit, onRemove } = props
  const name = formatDateWithWeekday(span.from)
  const closed = span.timeSlots.length === 0
  return (
    <li className={styles.row}>
      <div className={styles.dates}>
        <b className={kit.rowTitle}>{name}</b>
        {span.to === span.from ? null : <span>to {formatDateWithWeekday(span.to)}</span>}
      </div>
      <div className={styles.kind}>
        {closed ? (
          <StatusBadge tone="mute">Closed</StatusBadge>
        ) : (
          <StatusBadge tone="back" icon={ClockIcon}>
            Special hours
          </StatusBadge>
        )}
        <RowInfoText info={info} closed={closed} />
      </div>
      <HoursRuler
        slots={span.timeSlots}
        axis={axis}
        {...(info.isUnsaved && { saved: [] })}
        className={styles.ruler}
      />
      <div className={`${kit.rowTitle} ${styles.hours}`}>
        {closed ? 'All day' : formatHours(span.timeSlots)}
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
function RowInfoText({ info, closed }: { info: RowInfo; closed: boolean }) {
  const { meetings, isUnsaved, weeklySlots, workingDays } = info
  if (meetings.length > 0) {
    const [first] = meetings
    const needs = meetings.length === 1 ? 'booking needs' : 'bookings need'
    return (
      <Link className={styles.needsNewTime} to={`/admin/bookings/${first?.id}`}>
        {meetings.length} {needs} a new time
      </Link>
    )
  }
  if (isUnsaved) return <span className={styles.unsaved}>Not saved yet</span>
  if (closed) return <span>{pluralize(workingDays, 'working day')}</span>
  return weeklySlots.length > 0 ? (
    <span>Replaces {formatHours(weeklySlots)}</span>
  ) : (
    <span>Normally closed</span>
  )
}
