import box from '#client/desk/kit/box.module.css'
import type from '#client/ui/type.module.css'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { getGuestZone } from '#shared/booking/guest-zone.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { formatClockTime, formatFullDate, formatStartTime } from '#shared/booking/zoned-time.ts'
import {
  buildRuler,
  formatOffsetFromOwner,
  getDayInterval,
  getSpanOnAxis,
  type Span,
} from '#shared/desk/zone-ruler.ts'
import { formatZone, getOffset } from '#shared/lib/time-zone.ts'
import { formatPossessive, getFirstName } from './bookings-text.tsx'
import styles from './zone-rulers.module.css'

interface ZoneRulersProps {
  booking: DeskBooking
  /** The booking's time or a new one that is not saved yet, UTC milliseconds. */
  time: Interval
  isUnsaved?: boolean
}

/** Two rulers on one axis: the owner's day, and the same hours in the guest's time zone; one if both clocks agree. */
export function ZoneRulers({ booking, time, isUnsaved = false }: ZoneRulersProps) {
  const { ownerZone } = booking
  const guestZone = getGuestZone(booking)
  const axis = getDayInterval(time.start, ownerZone)
  const span = getSpanOnAxis(axis, time)
  const look = { span, axis, isUnsaved }
  const offset = formatOffsetFromOwner(time.start, guestZone, ownerZone)
  const date = formatFullDate(time.start, guestZone)
  // For the whole day on the ruler: clocks may change in one of the zones only.
  const isSame = [axis.start, axis.end].every(
    (instant) => getOffset(instant, guestZone) === getOffset(instant, ownerZone),
  )
  const names = [...new Set([ownerZone, guestZone])].map(formatZone).join(' and ')
  const otherDay = date === formatFullDate(time.start, ownerZone) ? '' : `${date}, `
  return (
    <>
      <div className={`${box.box} ${styles.zones}`}>
        <Zone
          {...look}
          term={isSame ? `Your time and ${formatPossessive(getFirstName(booking))}` : 'Your time'}
          zone={ownerZone}
          time={time}
          note={isSame ? names : formatZone(ownerZone)}
        />
        {isSame ? null : (
          <Zone
            {...look}
            term={`${formatPossessive(getFirstName(booking))} time`}
            zone={guestZone}
            time={time}
            note={`${otherDay}${formatZone(guestZone)}, ${offset}`}
          />
        )}
      </div>
      <p className={`${type.fine} ${styles.legend}`}>
        Hatched hours are night, 22:00 to 07:00 local.
      </p>
    </>
  )
}

interface ZoneProps {
  term: string
  zone: string
  note: string
  time: Interval
  axis: Interval
  span: Span
  isUnsaved: boolean
}

function Zone({ term, zone, note, time, axis, span, isUnsaved }: ZoneProps) {
  const { ticks, labels, nights } = buildRuler(axis, zone)
  return (
    <div className={styles.zone}>
      <dl>
        <dt className={type.fine}>{term}</dt>
        <dd>
          {formatStartTime(time.start, zone)} to {formatClockTime(time.end, zone)}
          <small>{note}</small>
        </dd>
      </dl>
      <div className={styles.ruler} aria-hidden="true">
        {nights.map((night) => (
          <i key={night.from} className={styles.night} style={toPosition(night)} />
        ))}
        <i className={styles.line} />
        {ticks.map((at) => (
          <i key={at} className={styles.tick} style={{ left: toPercent(at) }} />
        ))}
        <i
          className={`${styles.meeting} ${isUnsaved ? styles.unsaved : ''}`}
          style={toPosition(span)}
        />
        {labels.map(({ at, text }) => (
          <small key={text} style={{ left: toPercent(at) }}>
            {text}
          </small>
        ))}
      </div>
    </div>
  )
}

function toPosition({ from, to }: Span) {
  return { left: toPercent(from), width: toPercent(to - from) }
}

function toPercent(part: number): string {
  return `${(part * 100).toFixed(3)}%`
}
