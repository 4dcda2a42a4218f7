import { useEffect, useRef, useState } from 'react'
import { getFirstName } from '#client/desk/bookings/bookings-text.tsx'
import { callEndpoint } from '#client/lib/data/api.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { Button } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { catalogue } from '#shared/booking/catalogue.ts'
import { type DeskBooking, MAX_OFFERS, offerTimes } from '#shared/booking/desk-api.ts'
import { getGuestZone } from '#shared/booking/guest-zone.ts'
import { formatClockTime, getQueryDates } from '#shared/booking/zoned-time.ts'
import { isAtNight } from '#shared/desk/zone-ruler.ts'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { formatZoneCity, toWallTime } from '#shared/lib/time-zone.ts'
import { getAvailability } from '#shared/schedule/api.ts'
import styles from './commands.module.css'
import type { CommandProps } from './use-booking-command.tsx'

/** Offers up to three other times; the guest chooses one. */
export function OfferTimes({ booking, command, now, close }: CommandProps & { close: () => void }) {
  const suggestions = useSuggestions(booking, now)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const name = getFirstName(booking)
  const count = pluralize(chosen.length, 'time')

  const send = async () => {
    const done = `Offered. ${command.formatNotice('is asked by email to choose one of them.')}`
    const starts = [...chosen]
    if (await command.run((given) => callEndpoint(offerTimes, { ...given, starts }), done)) close()
  }
  return (
    <section className={`stack gap-4 ${styles.offer}`} aria-labelledby="offer-title">
      <h3 id="offer-title" ref={heading} tabIndex={-1}>
        Offer other times
      </h3>
      <p className={styles.lead}>
        Open in your hours and between 07:00 and 22:00 in {formatZoneCity(booking.timezone)}. Choose
        up to {MAX_OFFERS}. {command.formatNotice('picks one by email.')}{' '}
        {getFreedNote(booking.status)}
      </p>
      <OfferChoices
        {...{ suggestions, chosen }}
        zones={{ owner: booking.ownerZone, guest: getGuestZone(booking) }}
        onChoose={setChosen}
      />
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

interface OfferChoicesProps {
  suggestions: Suggestions
  chosen: readonly string[]
  onChoose: (starts: readonly string[]) => void
  zones: { owner: string; guest: string }
}

function OfferChoices({ suggestions, chosen, onChoose, zones }: OfferChoicesProps) {
  if (suggestions === 'loading') return <p role="status">Looking for open times...</p>
  if (suggestions === 'failed')
    return <p role="alert">The open times did not load. Please close this and try again.</p>
  if (suggestions.length === 0)
    return <p>There are no such times. You can move the booking to any other time instead.</p>
  const full = chosen.length >= MAX_OFFERS
  return (
    <fieldset className={styles.choices} aria-label="Times to offer">
      {suggestions.map((start) => {
        const on = chosen.includes(start)
        return (
          <label key={start} className={styles.choice}>
            <input
              type="checkbox"
              className={layout.inputOverlay}
              checked={on}
              disabled={full && !on}
              onChange={() =>
                onChoose(on ? chosen.filter((one) => one !== start) : [...chosen, start])
              }
            />
            <OfferedTime start={Date.parse(start)} zones={zones} />
          </label>
        )
      })}
    </fieldset>
  )
}

function OfferedTime({
  start,
  zones: { owner, guest },
}: {
  start: number
  zones: OfferChoicesProps['zones']
}) {
  const day = formatInstantDate(start, owner, 'shortWeekday')
  return (
    <span>
      <small className={type.fine}>{day}</small>
      <b>{formatClockTime(start, owner)}</b>
      <i>
        {formatClockTime(start, guest)} in {formatZoneCity(guest)}
      </i>
    </span>
  )
}

type Suggestions = 'loading' | 'failed' | readonly string[]

const MAX_SUGGESTIONS = 6
const MAX_PER_DAY = 2

/**
 * Suggests slots that are daytime for owner and guest, spread over the next days; ISO 8601 starts.
 */
function useSuggestions(booking: DeskBooking, now: number): Suggestions {
  const load = async () => {
    const answer = await callEndpoint(getAvailability, {
      service: booking.serviceType,
      ...getQueryDates(now),
    })
    return answer.ok ? pickSuggestions(answer.value.slots, booking) : 'failed'
  }
  // Not fetched again while the booking is open; the server validates the times that are sent.
  return useAsync(booking.id, load).value ?? 'loading'
}

function pickSuggestions(slots: readonly string[], booking: DeskBooking): string[] {
  const { serviceType, ownerZone, start: own } = booking
  const guestZone = getGuestZone(booking)
  const length = catalogue[serviceType].durationMinutes * 60_000
  const ofDay = new Map<string, number>()
  const found: string[] = []
  let last = 0
  for (const slot of slots) {
    const start = Date.parse(slot)
    const { date } = toWallTime(start, ownerZone)
    const dayCount = ofDay.get(date) ?? 0
    const near = dayCount > 0 && start - last < 2 * 3_600_000
    const night = isAtNight({ start, end: start + length }, guestZone)
    if (start === Date.parse(own) || night || near || dayCount >= MAX_PER_DAY) continue
    ofDay.set(date, dayCount + 1)
    last = start
    found.push(slot)
    if (found.length === MAX_SUGGESTIONS) break
  }
  return found
}
