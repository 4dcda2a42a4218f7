import { useEffect, useRef, useState } from 'react'
import bar from '#client/booking/booking-bar.module.css'
import list from '#client/booking/calendar/slot-list.module.css'
import { Slot } from '#client/booking/calendar/slot-list.tsx'
import { otherTimeLink } from '#client/booking/service-copy.ts'
import { systemClock } from '#client/lib/clock.ts'
import { call, isNoAnswer } from '#client/lib/data/api.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import layout from '#client/ui/layout.module.css'
import text from '#client/ui/type.module.css'
import type { BookingView } from '#shared/booking/api.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import {
  askedDates,
  longDate,
  type OpeningDay,
  openingDays,
  startTime,
  zoneLabel,
} from '#shared/booking/times.ts'
import { type Availability, getAvailability } from '#shared/schedule/api.ts'
import styles from './manage-move.module.css'
import type { ManagedBooking } from './use-managed-booking.ts'

interface ManageMoveProps {
  booking: BookingView
  managed: ManagedBooking
  close: () => void
  done: () => void
}

interface Refused {
  title: string
  detail: string
}

const KEPT = 'Your booking has not changed.'

/** Reschedules a booking; payment and details stay. */
export function ManageMove({ booking, managed, close, done }: ManageMoveProps) {
  const [chosen, setChosen] = useState<string>()
  const [lost, setLost] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<Refused>()
  const untimed = booking.status === 'needs_new_time'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const move = async () => {
    if (!chosen) return
    setRefused(undefined)
    const end = await managed.move(chosen)
    if (!end) return
    if (end.ok) return done()
    const { refusal } = end
    if (isNoAnswer(refusal)) return setRefused(unanswered)
    if (refusal.code === 'too_late' || refusal.code === 'state') managed.reload()
    setRefused({ title: refusal.error, detail: KEPT })
    setLost((before) => [...before, chosen])
    setChosen(undefined)
  }
  return (
    <section className={styles.move} aria-labelledby="move-title" data-print="off">
      <h3 id="move-title" ref={heading} tabIndex={-1} className={styles.title}>
        Choose another time
      </h3>
      <p className={`${text.note} ${styles.note}`}>
        {zoneLabel(Date.parse(booking.start), booking.timezone)}
      </p>
      {refused ? (
        <Banner tone="conflict" title={refused.title}>
          {refused.detail}
        </Banner>
      ) : null}
      {booking.offers.length > 0 ? (
        <Offers booking={booking} lost={lost} chosen={chosen} choose={setChosen} />
      ) : null}
      <Openings booking={booking} lost={lost} chosen={chosen} choose={setChosen} />
      <div className={`${bar.ground} ${styles.bar}`}>
        <p className={bar.words}>
          {chosen ? newTime(chosen, booking.timezone) : 'Choose one of the times above.'}
          <small className={text.under}>
            {booking.amount > 0 ? 'Payment and details stay' : 'Your details stay'} with the
            booking.
          </small>
        </p>
        <div className={`${layout.buttons} ${styles.actions}`}>
          <Button variant="ghost" disabled={managed.changing} onClick={close}>
            {untimed ? 'Not now' : 'Keep my time'}
          </Button>
          <Button disabled={!chosen} busy={managed.changing} onClick={() => void move()}>
            {managed.changing ? 'Moving...' : untimed ? 'Take this time' : 'Move booking'}
          </Button>
        </div>
      </div>
    </section>
  )
}

const unanswered: Refused = {
  title: 'The server did not answer.',
  detail: 'Your booking has not changed. Please try again.',
}

function newTime(start: string, zone: string): string {
  const instant = Date.parse(start)
  return `${longDate(instant, zone)}, ${startTime(instant, zone)}`
}

interface TimesProps {
  booking: BookingView
  /** Starts refused while this list was open; they stay visible, struck through. */
  lost: readonly string[]
  chosen: string | undefined
  choose: (start: string) => void
}

/** Starts that the owner offered to this guest; the generally open times are listed below. */
function Offers({ booking, lost, chosen, choose }: TimesProps) {
  const zone = booking.timezone
  return (
    <section aria-labelledby="offers-title">
      <h4 id="offers-title" className={`${text.h4} ${styles.offersTitle}`}>
        Times we offer
      </h4>
      <ul className={styles.offers}>
        {booking.offers.map((start) => (
          <li key={start}>
            <button
              type="button"
              className={styles.offer}
              disabled={lost.includes(start)}
              aria-pressed={start === chosen}
              onClick={() => choose(start)}
            >
              <span>{longDate(Date.parse(start), zone)}</span>
              <b>{startTime(Date.parse(start), zone)}</b>
              {lost.includes(start) ? <span>Taken</span> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const DAYS_SHOWN = 4

/** Open times by date of the guest's zone, `DAYS_SHOWN` days at a time. */
function Openings({ booking, lost, chosen, choose }: TimesProps) {
  const { value: openings, loading, reload } = useOpenings(booking, lost.length)
  const [first, setFirst] = useState(0)
  const zone = booking.timezone
  if (!openings) return loading ? <Waiting /> : <NotLoaded retry={reload} />

  const days = openingDays([...new Set([...openings, ...lost])].sort(), zone)
  if (days.length === 0) return <Empty booking={booking} />
  const page = days.slice(first, first + DAYS_SHOWN)
  const turn = (by: number) => {
    setFirst(first + by)
    const day = days[first + by]
    if (day) announce(`Times from ${dayName(day, zone)}`)
  }
  return (
    <>
      <div className={`${list.days} ${styles.days}`}>
        {page.map((day) => (
          <Day key={day.date} day={day} zone={zone} {...{ lost, chosen, choose }} />
        ))}
      </div>
      <div className={styles.turn}>
        <Button variant="quiet" small disabled={first === 0} onClick={() => turn(-DAYS_SHOWN)}>
          Earlier days
        </Button>
        <Button
          variant="quiet"
          small
          disabled={first + DAYS_SHOWN >= days.length}
          onClick={() => turn(DAYS_SHOWN)}
        >
          Later days
        </Button>
        <AlternativeTime booking={booking} />
      </div>
    </>
  )
}

interface DayProps extends Omit<TimesProps, 'booking'> {
  day: OpeningDay
  zone: string
}

function Day({ day, zone, lost, chosen, choose }: DayProps) {
  const id = `day-${day.date}`
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className={`${text.h4} ${list.date}`}>
        {dayName(day, zone)}
      </h4>
      <div className={styles.slots}>
        {day.starts.map((start) => (
          <Slot
            key={start}
            time={startTime(Date.parse(start), zone)}
            taken={lost.includes(start)}
            chosen={start === chosen}
            onChoose={() => choose(start)}
          />
        ))}
      </div>
    </section>
  )
}

function dayName({ starts }: OpeningDay, zone: string): string {
  return longDate(Date.parse(starts[0] ?? ''), zone).replace(/ \d{4}$/, '')
}

function Waiting() {
  return (
    <div className={`${list.days} ${styles.days}`} role="status" aria-label="Loading open times">
      {['left', 'right'].map((side) => (
        <div key={side}>
          <Skeleton className={styles.waitingDate} />
          <Skeleton className={styles.waitingSlots} />
        </div>
      ))}
    </div>
  )
}

function NotLoaded({ retry }: { retry: () => void }) {
  return (
    <Banner
      tone="error"
      title="The open times did not load."
      action={<BannerButton onClick={retry}>Try again</BannerButton>}
    >
      Your booking has not changed.
    </Banner>
  )
}

function Empty({ booking }: Pick<TimesProps, 'booking'>) {
  return (
    <p className={styles.empty}>
      No open times at the moment. <AlternativeTime booking={booking} />
    </p>
  )
}

function AlternativeTime({ booking }: Pick<TimesProps, 'booking'>) {
  const { serviceType, start, timezone } = booking
  const href = otherTimeLink(catalogue[serviceType], Date.parse(start), timezone)
  return (
    <a className={styles.alternative} href={href}>
      Request alternative time
    </a>
  )
}

/** Reloads after a refused start or a reschedule; the old list stays until the answer is here. */
function useOpenings({ serviceType, start }: BookingView, losses: number) {
  const load = async () => {
    const question = { service: serviceType, ...askedDates(systemClock()) }
    const answer = await call(getAvailability, question)
    return answer.ok ? openOnes(answer.value, start) : Promise.reject(answer.refusal)
  }
  return useAsync('openings', load, `${serviceType} ${start} ${losses}`)
}

/** Leaves out the booking's current start. */
function openOnes({ slots }: Availability, own: string): string[] {
  return slots.filter((slot) => Date.parse(slot) !== Date.parse(own))
}
