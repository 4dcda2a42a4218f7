import { useEffect, useRef, useState } from 'react'
import { getFirstName } from '#client/desk/bookings/bookings-text.tsx'
import { callEndpoint } from '#client/lib/data/api.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { Button } from '#client/ui/button.tsx'
import { DayGrid } from '#client/ui/calendar/day-grid.tsx'
import { SlotList } from '#client/ui/calendar/slot-list.tsx'
import { ChipButton } from '#client/ui/controls/chip.tsx'
import type from '#client/ui/type.module.css'
import { type DeskBooking, MAX_OFFERS, offerTimes } from '#shared/booking/desk-api.ts'
import { getGuestZone } from '#shared/booking/guest-zone.ts'
import { formatClockTime, getQueryDates, groupStartsByDate } from '#shared/booking/zoned-time.ts'
import { isAtNight } from '#shared/desk/zone-ruler.ts'
import { type PlainDate, toIsoTime } from '#shared/lib/date.ts'
import { formatDate, formatInstantDate } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { formatZoneCity, toWallTime } from '#shared/lib/time-zone.ts'
import { getAvailability } from '#shared/schedule/api.ts'
import styles from './commands.module.css'
import type { CommandProps } from './use-booking-command.tsx'

/** Offers up to `MAX_OFFERS` other times of the owner's choice; the guest takes one. */
export function OfferTimes({ booking, command, now, close }: CommandProps & { close: () => void }) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const name = getFirstName(booking)
  const count = pluralize(chosen.length, 'time')
  const toggle = (start: number) => {
    if (chosen.includes(start)) setChosen(chosen.filter((one) => one !== start))
    else if (chosen.length < MAX_OFFERS) setChosen([...chosen, start].sort((a, b) => a - b))
  }

  const send = async () => {
    const done = `Offered. ${command.formatNotice('is asked by email to choose one of them.')}`
    const starts = chosen.map(toIsoTime)
    if (await command.run((given) => callEndpoint(offerTimes, { ...given, starts }), done)) close()
  }
  return (
    <section className={`stack gap-4 ${styles.offer}`} aria-labelledby="offer-title">
      <h3 id="offer-title" ref={heading} tabIndex={-1}>
        Offer other times
      </h3>
      <p className={styles.lead}>
        Any time that is free in your hours. Choose up to {MAX_OFFERS}.{' '}
        {command.formatNotice('picks one by email.')} {getFreedNote(booking.status)}
      </p>
      <FreeTimes {...{ booking, now, chosen }} onToggle={toggle} />
      <ChosenTimes chosen={chosen} zone={booking.ownerZone} onRemove={toggle} />
      <div className="row wrap gap-2">
        <Button
          small
          busy={command.busy}
          disabled={chosen.length === 0}
          onClick={() => void send()}
        >
          {chosen.length > 0 ? `Send ${count} to ${name}` : 'Send times'}
        </Button>
        <Button small variant="ghost" onClick={close}>
          Not now
        </Button>
      </div>
    </section>
  )
}

function getFreedNote(status: string): string {
  return status === 'needs_new_time' ? '' : 'The current time is released immediately.'
}

interface FreeTimesProps {
  booking: DeskBooking
  now: number
  chosen: readonly number[]
  onToggle: (start: number) => void
}

/** The calendar with the free times, in the owner's zone, opened at the booked day. */
function FreeTimes({ booking, now, chosen, onToggle }: FreeTimesProps) {
  const { ownerZone: zone, start } = booking
  const free = useFreeTimes(booking, now)
  const today = toWallTime(now, zone).date
  const booked = toWallTime(Date.parse(start), zone).date
  const [date, setDate] = useState<PlainDate>(booked < today ? today : booked)
  const [shown, setShown] = useState(date)
  if (free === 'failed')
    return <p role="alert">The open times did not load. Please close this and try again.</p>
  const days = groupStartsByDate(free === 'loading' ? [] : free.starts, zone)
  return (
    <div className={styles.calendar}>
      <DayGrid
        shown={shown}
        today={today}
        lastDate={free === 'loading' ? shown : free.bookableTo}
        chosen={date}
        marked={new Set(chosen.map((one) => toWallTime(one, zone).date))}
        isLoading={free === 'loading'}
        getDayState={(day) => {
          if (day < today) return 'past'
          if (free === 'loading') return 'unknown'
          return days.has(day) ? 'open' : 'blocked'
        }}
        onTurn={setShown}
        onChoose={(day) => {
          setDate(day)
          setShown(day)
        }}
      />
      <div className="stack gap-3">
        <h4>{formatDate(date, 'weekday')}</h4>
        {free === 'loading' ? (
          <p role="status">Looking for open times...</p>
        ) : (
          <DayTimes {...{ booking, chosen, onToggle, date }} starts={days.get(date) ?? []} />
        )}
      </div>
    </div>
  )
}

interface DayTimesProps extends Omit<FreeTimesProps, 'now'> {
  date: PlainDate
  starts: readonly number[]
}

function DayTimes({ booking, chosen, onToggle, date, starts }: DayTimesProps) {
  const zone = booking.ownerZone
  const guestZone = getGuestZone(booking)
  if (starts.length === 0)
    return <p className={type.note}>Nothing is free on this day. Choose one that is not hatched.</p>
  const length = booking.durationMinutes * 60_000
  const formatNote = (start: number) => {
    const night = isAtNight({ start, end: start + length }, guestZone) ? ', night' : ''
    return `${formatClockTime(start, guestZone)} in ${formatZoneCity(guestZone)}${night}`
  }
  return (
    <SlotList
      variant="plain"
      label={`Times to offer, ${formatDate(date, 'weekday')}`}
      starts={starts}
      zone={zone}
      chosen={chosen}
      {...(guestZone === zone ? {} : { formatNote })}
      onChoose={onToggle}
    />
  )
}

interface ChosenTimesProps {
  chosen: readonly number[]
  zone: string
  onRemove: (start: number) => void
}

function ChosenTimes({ chosen, zone, onRemove }: ChosenTimesProps) {
  const full = chosen.length === MAX_OFFERS
  return (
    <div className="stack gap-2">
      <p className={type.note} role="status">
        {chosen.length === 0
          ? 'None chosen yet.'
          : `${chosen.length} of ${MAX_OFFERS} chosen.${full ? ' Take one away to choose another.' : ''}`}
      </p>
      <ul className="row wrap gap-2" aria-label="Chosen times">
        {chosen.map((start) => (
          <li key={start}>
            <ChipButton pressed onClick={() => onRemove(start)}>
              {`${formatInstantDate(start, zone, 'shortWeekday')}, ${formatClockTime(start, zone)}`}
            </ChipButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

type FreeTimesState = 'loading' | 'failed' | { starts: readonly number[]; bookableTo: PlainDate }

/** The free times of the service, without the booking's own. */
function useFreeTimes({ id, serviceType, start: own }: DeskBooking, now: number): FreeTimesState {
  const load = async () => {
    const question = { service: serviceType, booking: id, ...getQueryDates(now) }
    const answer = await callEndpoint(getAvailability, question)
    if (!answer.ok) return 'failed'
    const { slots, bookableTo } = answer.value
    const starts = slots.map((slot) => Date.parse(slot))
    return { starts: starts.filter((start) => start !== Date.parse(own)), bookableTo }
  }
  // Not fetched again while the booking is open; the server validates the times that are sent.
  return useAsync(id, load).value ?? 'loading'
}
