import type { CSSProperties } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { VideoIcon } from '#client/desk/kit/icons.tsx'
import { Agenda } from '#client/desk/kit/lists/agenda.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { ButtonLink } from '#client/ui/button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import { statusNames } from '#shared/booking/owner-commands.ts'
import { isLinkMissing, phoneHref } from '#shared/booking/place.ts'
import { clockTime } from '#shared/booking/times.ts'
import type { Call, Dashboard } from '#shared/desk/api.ts'
import { alongAxis, dayAxis, labelled } from '#shared/desk/today.ts'
import { wallOf, zoneWords } from '#shared/lib/zone.ts'
import { callsOn, freeWords, instants, isHeld, nextCall } from './dashboard-words.ts'
import styles from './today-box.module.css'

interface TodayBoxProps {
  shown: Dashboard
  now: number
}

/** Today as a ruler, and today's calls as a list. */
export function TodayBox({ shown, now }: TodayBoxProps) {
  const date = wallOf(now, shown.timeZone).date
  const calls = callsOn(shown, date)
  return (
    <Box title="Today" aside={freeWords(shown, now)} flush>
      <DayLine shown={shown} calls={calls} now={now} />
      <TodaysCalls calls={calls} next={nextCall(shown, now)} zone={shown.timeZone} />
    </Box>
  )
}

interface DayLineProps {
  shown: Dashboard
  calls: readonly Call[]
  now: number
}

/** Hours between two figures: with 2, ten hours fit on the narrowest phone. */
const STEP = 2

/**
 * Width of a label as a share of the ruler: the time, on a wide screen and on a phone; `NAME` is
 * the time with a name.
 */
const TIME = { wide: 0.08, narrow: 0.15 }
const NAME = 0.28

/**
 * From here on the label is placed before its call, because after it it would leave a phone's
 * screen.
 */
const TURN = 1 - TIME.narrow

/**
 * Today as a ruler with open hours, calls and the current time. Hidden from screen readers, because
 * the agenda below has the same in text.
 */
function DayLine({ shown, calls, now }: DayLineProps) {
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
        <i key={range.start} className={`${kit.drawn} ${styles.open}`} style={stretch(range)} />
      ))}
      {held.map((call) => (
        <i key={call.id} className={`${kit.drawn} ${styles.call}`} style={stretch(call)} />
      ))}
      {held.map(({ id, start, clientName }, call) =>
        timed.wide[call] ? (
          <span
            key={id}
            className={`${styles.label} ${styles[timed.wide[call]]} ${timed.narrow[call] ? '' : styles.wide}`}
            style={{ '--at': `${place(start)}%` } as CSSProperties}
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

interface TodaysCallsProps {
  calls: readonly Call[]
  /** The next call, whose button is the primary one. */
  next: Call | undefined
  zone: string
}

/** Today's calls. Only the button of the next one is primary. */
function TodaysCalls({ calls, next, zone }: TodaysCallsProps) {
  const items = calls.map((call) => ({
    id: call.id,
    hours: call,
    title: call.clientName,
    words: callWords(call, zone),
    action: <Begin call={call} next={call.id === next?.id} />,
  }))
  return (
    <div className={styles.calls}>
      <Agenda items={items} zone={zone} none="No calls today." />
    </div>
  )
}

/** The button that starts a call: it opens the meeting link or dials the guest's number. */
function Begin({ call, next }: { call: Call; next: boolean }) {
  const { place, meetingUrl, phone, clientName } = call
  const variant = next ? 'primary' : 'ghost'
  if (place === 'phone')
    return (
      <ButtonLink small variant={variant} href={phoneHref(phone)}>
        Call {phone}
        <VisuallyHidden>, {clientName}</VisuallyHidden>
      </ButtonLink>
    )
  if (!meetingUrl) return null
  return (
    <ButtonLink small variant={variant} href={meetingUrl} target="_blank" rel="noreferrer">
      <VideoIcon className={styles.icon} />
      Open meeting<VisuallyHidden> with {clientName}</VisuallyHidden>
    </ButtonLink>
  )
}

/** `Business Consultancy, paid. 14:00 in Europe/London` */
function callWords(call: Call, zone: string): string {
  const { serviceType, payment, status, timezone, start, place, address } = call
  const what = [catalogue[serviceType].title]
  if (payment === 'paid') what.push('paid')
  if (status !== 'confirmed') what.push(statusNames[status].toLowerCase())
  const there = clockTime(Date.parse(start), timezone)
  const sentences = [what.join(', ')]
  if (timezone !== zone) sentences.push(`${there} in ${zoneWords(timezone)}`)
  if (place === 'in_person') sentences.push(address)
  if (isLinkMissing(call) && status === 'confirmed') sentences.push('No link yet')
  return sentences.join('. ')
}
