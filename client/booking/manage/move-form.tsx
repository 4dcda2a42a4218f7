import { useEffect, useRef, useState } from 'react'
import bar from '#client/booking/booking-bar.module.css'
import { useScrollToTimes } from '#client/booking/calendar/time-chooser.tsx'
import { ClockChangeNotes } from '#client/booking/calendar/time-notes.tsx'
import { toOtherTimeLink } from '#client/booking/service-text.ts'
import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint, isNetworkError } from '#client/lib/data/api.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import grid from '#client/ui/calendar/day-grid.module.css'
import { DayGrid } from '#client/ui/calendar/day-grid.tsx'
import { SlotList, SlotListSkeleton } from '#client/ui/calendar/slot-list.tsx'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import layout from '#client/ui/layout.module.css'
import text from '#client/ui/type.module.css'
import type { BookingView } from '#shared/booking/api.ts'
import {
  formatClockTime,
  formatFullDate,
  formatStartTime,
  formatZoneWithOffset,
  getQueryDates,
  groupStartsByDate,
} from '#shared/booking/zoned-time.ts'
import { addDays, type PlainDate, toIsoTime } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { EARLY_START_MESSAGE, EARLY_START_TEXT } from '#shared/payment/purchase.ts'
import { lacksEarlyStart } from '#shared/payment/withdrawal.ts'
import { type Availability, getAvailability } from '#shared/schedule/api.ts'
import styles from './move-form.module.css'
import type { ManagedBooking } from './use-managed-booking.ts'

interface MoveFormProps {
  booking: BookingView
  managed: ManagedBooking
  /** Whether the guest opened it, which moves the focus to it. */
  takesFocus: boolean
  onClose: () => void
  onDone: () => void
}

interface RefusalNotice {
  title: string
  detail: string
}

const UNCHANGED_TEXT = 'Your booking has not changed.'

/** Reschedules a booking; payment and details stay. */
export function MoveForm({ booking, managed, takesFocus, onClose, onDone }: MoveFormProps) {
  const [chosen, setChosen] = useState<string>()
  const [asksEarlyStart, setAsksEarlyStart] = useState(false)
  const [isBoxMissed, setIsBoxMissed] = useState(false)
  const [lost, setLost] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<RefusalNotice>()
  const untimed = booking.status === 'needs_new_time'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])

  const openTimes = useOpenTimes(booking, lost.length)
  const needsBox = chosen !== undefined && needsEarlyStartFor(booking, Date.parse(chosen))
  const move = async () => {
    if (!chosen) return
    setRefused(undefined)
    setIsBoxMissed(needsBox && !asksEarlyStart)
    if (needsBox && !asksEarlyStart) return
    const end = await managed.move(
      { start: chosen, seen: toShownTime(Date.parse(chosen), booking.timezone) },
      needsBox,
    )
    if (!end) return
    if (end.ok) return onDone()
    const { refusal } = end
    if (isNetworkError(refusal)) return setRefused(noAnswerNotice)
    if (refusal.code === 'too_late' || refusal.code === 'state') managed.reload()
    setRefused({ title: refusal.error, detail: UNCHANGED_TEXT })
    setLost((before) => [...before, chosen])
    setChosen(undefined)
  }
  return (
    <section className={styles.form} aria-labelledby="move-title" data-print="off">
      <h3 id="move-title" ref={heading} tabIndex={-1} className={styles.title}>
        Choose another time
      </h3>
      <p className={`${text.note} ${styles.note}`}>
        {formatZoneWithOffset(Date.parse(booking.start), booking.timezone)}
      </p>
      {refused ? (
        <Banner tone="conflict" title={refused.title}>
          {refused.detail}
        </Banner>
      ) : null}
      {booking.offers.length > 0 ? (
        <OfferedTimes booking={booking} lostStarts={lost} chosen={chosen} onChoose={setChosen} />
      ) : null}
      <OtherTimes {...{ booking, openTimes, chosen }} lostStarts={lost} onChoose={setChosen} />
      {chosen ? (
        <ClockChangeNotes
          className={text.note}
          start={Date.parse(chosen)}
          zones={{ visitor: booking.timezone, owner: booking.ownerZone }}
        />
      ) : null}
      {needsBox ? (
        <Checkbox
          name="early_start"
          required
          checked={asksEarlyStart}
          error={isBoxMissed && !asksEarlyStart ? EARLY_START_MESSAGE : undefined}
          onChange={(event) => setAsksEarlyStart(event.target.checked)}
        >
          {EARLY_START_TEXT}
        </Checkbox>
      ) : null}
      <div className={`${bar.surface} ${styles.bar} ${chosen ? '' : bar.idle}`}>
        <p className={bar.text}>
          {chosen ? formatNewTime(chosen, booking.timezone) : 'Choose one of the times above.'}
          <small className={text.subline}>
            {booking.amount > 0 ? 'Payment and details stay' : 'Your details stay'} with the
            booking.
          </small>
        </p>
        <div className={`${layout.buttons} ${styles.actions}`}>
          <Button variant="ghost" disabled={managed.isChanging} onClick={onClose}>
            {untimed ? 'Not now' : 'Keep my time'}
          </Button>
          <Button disabled={!chosen} busy={managed.isChanging} onClick={() => void move()}>
            {managed.isChanging ? 'Moving...' : untimed ? 'Take this time' : 'Move booking'}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Whether a private buyer, who has not asked for it yet, would meet within the days of withdrawal. */
function needsEarlyStartFor({ purchase, paidAt, ownerZone: zone }: BookingView, start: number) {
  const purchasedAt = paidAt === null ? systemClock() : Date.parse(paidAt)
  return lacksEarlyStart(purchase?.buyer ?? null, { start, purchasedAt, zone })
}

function toShownTime(start: number, zone: string) {
  return { date: toWallTime(start, zone).date, time: formatClockTime(start, zone) }
}

const noAnswerNotice: RefusalNotice = {
  title: 'The server did not answer.',
  detail: 'Your booking has not changed. Please try again.',
}

function formatNewTime(start: string, zone: string): string {
  const instant = Date.parse(start)
  return `${formatFullDate(instant, zone)}, ${formatStartTime(instant, zone)}`
}

interface TimesProps {
  booking: BookingView
  /** Starts refused while this list was open; they stay visible, struck through. */
  lostStarts: readonly string[]
  chosen: string | undefined
  onChoose: (start: string) => void
}

/** Starts that the owner offered to this guest; the generally open times are listed below. */
function OfferedTimes({ booking, lostStarts, chosen, onChoose }: TimesProps) {
  const zone = booking.timezone
  return (
    <section aria-labelledby="offers-title">
      <h4 id="offers-title" className={`${text.h4} ${styles.offersTitle}`}>
        Times I offer
      </h4>
      <ul className={styles.offers}>
        {booking.offers.map((start) => (
          <li key={start}>
            <button
              type="button"
              className={`stack gap-1 ${styles.offer}`}
              disabled={lostStarts.includes(start)}
              aria-pressed={start === chosen}
              onClick={() => onChoose(start)}
            >
              <span>{formatFullDate(Date.parse(start), zone)}</span>
              <b>{formatStartTime(Date.parse(start), zone)}</b>
              {lostStarts.includes(start) ? <span>Taken</span> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface OpenTimesProps extends TimesProps {
  openTimes: ReturnType<typeof useOpenTimes>
}

/** Below offered times the calendar waits until it is asked for. */
function OtherTimes(props: OpenTimesProps) {
  const [showsAll, setShowsAll] = useState(props.booking.offers.length === 0)
  return showsAll ? (
    <OpenTimes {...props} />
  ) : (
    <div>
      <Button variant="quiet" onClick={() => setShowsAll(true)}>
        See all open times
      </Button>
    </div>
  )
}

/** The booking page's calendar with the open times, in the guest's zone, opened at the booked day. */
function OpenTimes({ booking, openTimes: load, lostStarts, chosen, onChoose }: OpenTimesProps) {
  const { value: openTimes, loading, reload } = load
  const zone = booking.timezone
  const today = toWallTime(systemClock(), zone).date
  const booked = toWallTime(Date.parse(booking.start), zone).date
  const [shown, setShown] = useState(booked)
  const [date, setDate] = useState(booked < today ? null : booked)
  const { times, showTimes } = useScrollToTimes()
  if (!openTimes && !loading)
    return (
      <Banner
        tone="error"
        title="The open times did not load."
        action={<BannerButton onClick={reload}>Try again</BannerButton>}
      >
        Your booking has not changed.
      </Banner>
    )
  const lost = lostStarts.map((start) => Date.parse(start))
  const days = groupStartsByDate([...(openTimes?.starts ?? []), ...lost], zone)
  const unclear = openTimes && unclearTexts[openTimes.unclear]
  if (openTimes && days.size === 0)
    return (
      <p className={styles.empty}>
        {unclear ?? 'No open times at the moment.'} <AlternativeTimeLink booking={booking} />
      </p>
    )
  const choose = (next: PlainDate) => {
    setDate(next)
    setShown(next)
    announce(`Times on ${formatDate(next, 'weekday')}`)
    showTimes()
  }
  return (
    <>
      {unclear ? <p className={text.note}>{unclear}</p> : null}
      <div className={grid.beside}>
        <DayGrid
          shown={shown}
          today={today}
          lastDate={openTimes ? openTimes.bookableTo : shown}
          chosen={date}
          isLoading={loading}
          getDayState={(day) =>
            day < today ? 'past' : !openTimes ? 'unknown' : days.has(day) ? 'open' : 'blocked'
          }
          onTurn={setShown}
          onChoose={choose}
        />
        <div ref={times} className={styles.times}>
          {date ? (
            <h4 className={text.h4}>Times on {formatDate(date, 'weekday')}</h4>
          ) : (
            <p className={text.sentence}>Choose a day to see the available times.</p>
          )}
          {date && openTimes ? (
            <DayTimes {...{ date, days, lost, zone, chosen, onChoose }} />
          ) : null}
          {!openTimes ? <SlotListSkeleton /> : null}
          <AlternativeTimeLink booking={booking} />
        </div>
      </div>
    </>
  )
}

interface DayTimesProps extends Pick<TimesProps, 'chosen' | 'onChoose'> {
  date: PlainDate
  days: ReadonlyMap<PlainDate, readonly number[]>
  lost: readonly number[]
  zone: string
}

function DayTimes({ date, days, lost, zone, chosen, onChoose }: DayTimesProps) {
  const all = [...new Set(days.get(date))]
  if (all.length === 0) return <p className={text.sentence}>No available times for this date</p>
  return (
    <SlotList
      label={`Available times, ${formatDate(date, 'weekday')}`}
      starts={all.filter((start) => !lost.includes(start))}
      lost={all.filter((start) => lost.includes(start))}
      zone={zone}
      chosen={chosen === undefined ? [] : [Date.parse(chosen)]}
      onChoose={(start) => onChoose(toIsoTime(start))}
    />
  )
}

/** Why times are not listed at which the owner may be busy, if there are any. */
const unclearTexts = {
  none: undefined,
  some: 'My own calendar is not clear about some times, so they are not listed. If you would like another time, please write to me.',
  all: 'My own calendar cannot be read right now, so no times are listed. Please write to me.',
} as const

function AlternativeTimeLink({ booking }: Pick<TimesProps, 'booking'>) {
  const { serviceType, service, start, timezone } = booking
  const about = { type: serviceType, title: service.title }
  const href = toOtherTimeLink(about, Date.parse(start), timezone)
  return (
    <a className={styles.alternative} href={href}>
      Request alternative time
    </a>
  )
}

/** Reloads after a refused start or a reschedule; the old list stays until the answer is here. */
function useOpenTimes({ id, serviceType, start }: BookingView, losses: number) {
  const load = async () => {
    const question = { service: serviceType, booking: id, ...getQueryDates(systemClock()) }
    const answer = await callEndpoint(getAvailability, question)
    return answer.ok ? listMoveStarts(answer.value, start) : Promise.reject(answer.refusal)
  }
  return useAsync('openings', load, `${serviceType} ${start} ${losses}`)
}

/** Leaves out the booking's current start, and those at which the owner may be busy. */
function listMoveStarts({ slots, calendar, bookableTo }: Availability, own: string) {
  const others = slots.filter((slot) => Date.parse(slot) !== Date.parse(own))
  const toStarts = (list: readonly string[]) => ({
    starts: list.map((slot) => Date.parse(slot)),
    // A day later may be another date in the guest's zone.
    bookableTo: addDays(bookableTo, 1),
  })
  if (!calendar) return { ...toStarts(others), unclear: 'none' as const }
  if (!calendar.fresh) return { ...toStarts([]), unclear: 'all' as const }
  const clear = others.filter((slot) => !calendar.requestSlots.includes(slot))
  return { ...toStarts(clear), unclear: clear.length < others.length ? 'some' : 'none' } as const
}
