import type { CSSProperties } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { VideoIcon } from '#client/desk/kit/icons.tsx'
import { Agenda } from '#client/desk/kit/lists/agenda.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { ButtonLink } from '#client/ui/button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { getGuestZone } from '#shared/booking/guest-zone.ts'
import { isLinkMissing } from '#shared/booking/meeting-location.ts'
import { statusLabels } from '#shared/booking/owner-commands.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import type { Dashboard } from '#shared/desk/dashboard.ts'
import { fitDayAxis, getAxisPosition, placeLabels } from '#shared/desk/day-ruler.ts'
import { toPhoneLink } from '#shared/lib/phone/phone-link.ts'
import { formatZone, toWallTime } from '#shared/lib/time-zone.ts'
import { findNextCall, formatFreeTimes, hasTime, listCalls, toInterval } from './dashboard-text.ts'
import styles from './today-box.module.css'

interface TodayBoxProps {
  dashboard: Dashboard
  now: number
}

/** Today as a ruler, and today's calls as a list. */
export function TodayBox({ dashboard, now }: TodayBoxProps) {
  const date = toWallTime(now, dashboard.timeZone).date
  const calls = listCalls(dashboard, date)
  const next = findNextCall(dashboard, now)
  const items = calls.map((call) => ({
    id: call.id,
    hours: call,
    title: call.clientName,
    detail: formatCall(call, dashboard.timeZone),
    action: <StartCallButton call={call} next={call.id === next?.id} />,
  }))
  return (
    <Box title="Today" aside={formatFreeTimes(dashboard, now)} flush>
      <DayRuler dashboard={dashboard} calls={calls} now={now} />
      <div className={styles.calls}>
        <Agenda items={items} zone={dashboard.timeZone} emptyText="No calls today." />
      </div>
    </Box>
  )
}

interface DayRulerProps {
  dashboard: Dashboard
  calls: readonly DeskBooking[]
  now: number
}

/** Hours between two figures: with 2, ten hours fit on the narrowest phone. */
const HOUR_STEP = 2

/**
 * Width of a label as a share of the ruler: the time, on a wide screen and on a phone; `NAME_WIDTH` is
 * the time with a name.
 */
const TIME_WIDTH = { wide: 0.08, narrow: 0.15 }
const NAME_WIDTH = 0.28

/** Share of the ruler from which a label stands before its call: after it, it would not fit on a phone's screen. */
const FLIP_FROM = 1 - TIME_WIDTH.narrow

/**
 * Today as a ruler with open hours, calls and the current time. Hidden from screen readers, because
 * the agenda below has the same in text.
 */
function DayRuler({ dashboard, calls, now }: DayRulerProps) {
  const zone = dashboard.timeZone
  const day = { date: toWallTime(now, zone).date, zone }
  const open = (dashboard.days.find(({ date }) => date === day.date)?.openHours ?? []).map(
    toInterval,
  )
  const timedCalls = calls.filter(hasTime).map((call) => ({ ...call, ...toInterval(call) }))
  const axis = fitDayAxis([...open, ...timedCalls], day)
  const place = (instant: number) => 100 * getAxisPosition(instant, axis, day)
  const stretch = ({ start, end }: { start: number; end: number }) => ({
    left: `${place(start)}%`,
    width: `${place(end) - place(start)}%`,
  })
  const places = timedCalls.map(({ start }) => place(start) / 100)
  const timed = {
    wide: placeLabels(places, TIME_WIDTH.wide, FLIP_FROM),
    narrow: placeLabels(places, TIME_WIDTH.narrow, FLIP_FROM),
  }
  const labelStarts = places.map((at) => (at > FLIP_FROM ? at - TIME_WIDTH.wide : at))
  const named = places.map((at, call) => (labelStarts[call + 1] ?? 1) - at >= NAME_WIDTH)
  const hours = Array.from({ length: axis.to - axis.from + 1 }, (_, hour) => axis.from + hour)
  return (
    <div className={styles.ruler} aria-hidden="true">
      <i
        className={styles.axis}
        style={{ backgroundSize: `${50 / (axis.to - axis.from)}% 0.5rem` }}
      />
      {open.map((range) => (
        <i
          key={range.start}
          className={`${kit.forcedColorFill} ${styles.open}`}
          style={stretch(range)}
        />
      ))}
      {timedCalls.map((call) => (
        <i
          key={call.id}
          className={`${kit.forcedColorFill} ${styles.call}`}
          style={stretch(call)}
        />
      ))}
      {timedCalls.map(({ id, start, clientName }, call) =>
        timed.wide[call] ? (
          <span
            key={id}
            className={`${styles.label} ${styles[timed.wide[call]]} ${timed.narrow[call] ? '' : styles.wide}`}
            style={{ '--at': `${place(start)}%` } as CSSProperties}
          >
            <b>{formatClockTime(start, zone)}</b>
            {named[call] ? <span>{clientName}</span> : null}
          </span>
        ) : null,
      )}
      <i className={styles.now} style={{ left: `${place(now)}%` }} />
      <span className={styles.nowLabel} style={{ '--at': `${place(now)}%` } as CSSProperties}>
        Now {formatClockTime(now, zone)}
      </span>
      {hours
        .filter((hour) => (hour - axis.from) % HOUR_STEP === 0)
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

/** The button that starts a call: it opens the meeting link or dials the guest's number. */
function StartCallButton({ call, next }: { call: DeskBooking; next: boolean }) {
  const { locationKind, meetingUrl, clientPhone: phone, clientName } = call
  const variant = next ? 'primary' : 'ghost'
  if (locationKind === 'phone')
    return (
      <ButtonLink small variant={variant} href={toPhoneLink(phone)}>
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
function formatCall(call: DeskBooking, zone: string): string {
  const { serviceTitle, payment, status, start, locationKind, address } = call
  const guestZone = getGuestZone(call)
  const what = [serviceTitle]
  if (payment === 'paid') what.push('paid')
  if (status !== 'confirmed') what.push(statusLabels[status].toLowerCase())
  const there = formatClockTime(Date.parse(start), guestZone)
  const sentences = [what.join(', ')]
  if (guestZone !== zone) sentences.push(`${there} in ${formatZone(guestZone)}`)
  if (locationKind === 'in_person') sentences.push(address)
  if (isLinkMissing(call) && status === 'confirmed') sentences.push('No link yet')
  return sentences.join('. ')
}
