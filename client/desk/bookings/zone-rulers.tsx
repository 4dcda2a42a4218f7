import box from '#client/desk/kit/box.module.css'
import type from '#client/ui/type.module.css'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { dayAxis, offsetWords, ruler, type Span, spanOn } from '#shared/booking/rulers.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { clockTime, longDate, startTime } from '#shared/booking/times.ts'
import { zoneWords } from '#shared/lib/zone.ts'
import { firstName, possessive } from './booking-words.tsx'
import styles from './zone-rulers.module.css'

interface ZoneRulersProps {
  booking: DeskBooking
  /** The booking's time or a new one that is not saved yet, UTC milliseconds. */
  time: Interval
  unsaved?: boolean
}

/** Two rulers on one axis: the owner's day, and the same hours in the guest's time zone. */
export function ZoneRulers({ booking, time, unsaved = false }: ZoneRulersProps) {
  const { ownerZone, timezone } = booking
  const axis = dayAxis(time.start, ownerZone)
  const span = spanOn(axis, time)
  const look = { span, axis, unsaved }
  const offset = offsetWords(time.start, timezone, ownerZone)
  const date = longDate(time.start, timezone)
  const otherDay = date === longDate(time.start, ownerZone) ? '' : `${date}, `
  return (
    <>
      <div className={`${box.box} ${styles.zones}`}>
        <Zone {...look} term="Your time" zone={ownerZone} time={time} note={zoneWords(ownerZone)} />
        <Zone
          {...look}
          term={`${possessive(firstName(booking))} time`}
          zone={timezone}
          time={time}
          note={`${otherDay}${zoneWords(timezone)}, ${offset}`}
        />
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
  unsaved: boolean
}

function Zone({ term, zone, note, time, axis, span, unsaved }: ZoneProps) {
  const { ticks, labels, nights } = ruler(axis, zone)
  return (
    <div className={styles.zone}>
      <dl>
        <dt className={type.fine}>{term}</dt>
        <dd>
          {startTime(time.start, zone)} to {clockTime(time.end, zone)}
          <small>{note}</small>
        </dd>
      </dl>
      <div className={styles.ruler} aria-hidden="true">
        {nights.map((night) => (
          <i key={night.from} className={styles.night} style={placed(night)} />
        ))}
        <i className={styles.line} />
        {ticks.map((at) => (
          <i key={at} className={styles.tick} style={{ left: percent(at) }} />
        ))}
        <i className={`${styles.meeting} ${unsaved ? styles.unsaved : ''}`} style={placed(span)} />
        {labels.map(({ at, text }) => (
          <small key={text} style={{ left: percent(at) }}>
            {text}
          </small>
        ))}
      </div>
    </div>
  )
}

function placed({ from, to }: Span) {
  return { left: percent(from), width: percent(to - from) }
}

function percent(part: number): string {
  return `${(part * 100).toFixed(3)}%`
}
