import { Link } from 'react-router-dom'
import { BinIcon, PencilIcon } from '#client/desk/kit/icons.tsx'
import { Status } from '#client/desk/kit/status.tsx'
import { ClockIcon } from '#client/ui/controls/more-icons.tsx'
import type { KeptMeeting } from '#shared/schedule/desk-api.ts'
import type { TimeRange } from '#shared/schedule/schema.ts'
import type { Span } from './axis.ts'
import type { ExceptionSpan } from './edits.ts'
import styles from './exception-row.module.css'
import { Ruler } from './ruler.tsx'
import { count, shortDate, slotsWords } from './words.ts'

interface Aside {
  unsaved: boolean
  meetings: readonly KeptMeeting[]
  /** The week's hours of the first date. */
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

export function ExceptionRow(props: ExceptionRowProps) {
  const { span, axis, aside, disabled, onEdit, onRemove } = props
  const name = shortDate(span.from)
  const closed = span.timeSlots.length === 0
  return (
    <li className={styles.row}>
      <div className={styles.dates}>
        <b>{name}</b>
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
      <div className={styles.hours}>
        {closed ? 'All day' : slotsWords(span.timeSlots)}
        {span.note ? <span>{span.note}</span> : null}
      </div>
      <div className={styles.actions}>
        <button
          type="button"
          aria-label={`Edit exception, ${name}`}
          disabled={disabled}
          onClick={onEdit}
        >
          <PencilIcon />
        </button>
        <button
          type="button"
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

/** One thing to know about it, the weightiest first. */
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
