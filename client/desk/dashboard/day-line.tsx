import type { CSSProperties } from 'react'
import { clockTime } from '#shared/booking/times.ts'
import type { Call, Dashboard } from '#shared/desk/api.ts'
import { alongAxis, dayAxis, labelled } from '#shared/desk/today.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { instants, isHeld } from './dashboard-words.ts'
import styles from './day-line.module.css'

interface DayLineProps {
  shown: Dashboard
  calls: readonly Call[]
  now: number
}

/** Two hours between figures: ten hours fit the narrowest phone. */
const STEP = 2

/** What a time, and a time with a name, take of the ruler's length; wide, and on a phone. */
const TIME = { wide: 0.08, narrow: 0.15 }
const NAME = 0.28

/** From here on a time stands before its call: after it, it would leave a phone's window. */
const TURN = 1 - TIME.narrow

/** The day as a ruler: open hours, calls and the present. The agenda below says the same in words. */
export function DayLine({ shown, calls, now }: DayLineProps) {
  const zone = shown.timeZone
  const day = { date: wallOf(now, zone).date, zone }
  const open = (shown.days.find(({ date }) => date === day.date)?.open ?? []).map(instants)
  const held = calls.filter(isHeld).map((call) => ({ ...call, ...instants(call) }))
  const axis = dayAxis([...open, ...held], day)
  const place = (instant: number) => 100 * alongAxis(instant, axis, day)
  const stretch = ({ start, end }: { start: number; end: number }) => ({
    left: `${place(start)}%`,
    width: `${place(end) - place(start)}%`,
  })
  const places = held.map(({ start }) => place(start) / 100)
  const timed = {
    wide: labelled(places, TIME.wide, TURN),
    narrow: labelled(places, TIME.narrow, TURN),
  }
  const words = places.map((at) => (at > TURN ? at - TIME.wide : at))
  const named = places.map((at, call) => (words[call + 1] ?? 1) - at >= NAME)
  const hours = Array.from({ length: axis.to - axis.from + 1 }, (_, hour) => axis.from + hour)
  return (
    <div className={styles.line} aria-hidden="true">
      <i
        className={styles.axis}
        style={{ backgroundSize: `${50 / (axis.to - axis.from)}% 0.5rem` }}
      />
      {open.map((range) => (
        <i key={range.start} className={styles.open} style={stretch(range)} />
      ))}
      {held.map((call) => (
        <i key={call.id} className={styles.call} style={stretch(call)} />
      ))}
      {held.map(({ id, start, clientName }, call) =>
        timed.wide[call] ? (
          <span
            key={id}
            className={`${styles.label} ${styles[timed.wide[call]]} ${timed.narrow[call] ? '' : styles.wide}`}
            style={{ left: `${place(start)}%` }}
          >
            <b>{clockTime(start, zone)}</b>
            {named[call] ? <span>{clientName}</span> : null}
          </span>
        ) : null,
      )}
      <i className={styles.now} style={{ left: `${place(now)}%` }} />
      <span className={styles.present} style={{ '--at': `${place(now)}%` } as CSSProperties}>
        Now {clockTime(now, zone)}
      </span>
      {hours
        .filter((hour) => (hour - axis.from) % STEP === 0)
        .map((hour) => (
          <small
            key={hour}
            style={{ left: `${(100 * (hour - axis.from)) / (axis.to - axis.from)}%` }}
          >
            {String(hour).padStart(2, '0')}
          </small>
        ))}
    </div>
  )
}
