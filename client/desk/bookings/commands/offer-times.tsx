import { useEffect, useRef, useState } from 'react'
import { firstName } from '#client/desk/bookings/booking-words.tsx'
import { call } from '#client/lib/data/api.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { Button } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { catalogue } from '#shared/booking/catalogue.ts'
import { type DeskBooking, MOST_OFFERS, offerTimes } from '#shared/booking/desk-api.ts'
import { isAtNight } from '#shared/booking/rulers.ts'
import { askedDates, clockTime } from '#shared/booking/times.ts'
import { instantDateWords } from '#shared/lib/date-words.ts'
import { wallOf, zoneCity } from '#shared/lib/zone.ts'
import { getAvailability } from '#shared/schedule/api.ts'
import type { CommandProps } from './command.tsx'
import styles from './offer-times.module.css'

/** Offers up to three other times; the guest chooses one by e-mail. */
export function OfferTimes({ booking, command, now, close }: CommandProps & { close: () => void }) {
  const suggestions = useSuggestions(booking, now)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const name = firstName(booking)
  const count = chosen.length === 1 ? '1 time' : `${chosen.length} times`

  const send = async () => {
    const done = `${name} is asked by email to choose one of them.`
    const starts = [...chosen]
    if (await command.give((given) => call(offerTimes, { ...given, starts }), done)) close()
  }
  return (
    <section className={styles.offer} aria-labelledby="offer-title">
      <h3 id="offer-title" ref={heading} tabIndex={-1}>
        Offer other times
      </h3>
      <p className={styles.lead}>
        Open in your hours and between 07:00 and 22:00 in {zoneCity(booking.timezone)}. Choose up to{' '}
        {MOST_OFFERS}; {name} picks one by email. {freed(booking.status)}
      </p>
      <Choices
        {...{ suggestions, chosen }}
        zones={{ owner: booking.ownerZone, guest: booking.timezone }}
        choose={setChosen}
      />
      <div className={layout.row}>
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

function freed(status: string): string {
  return status === 'needs_new_time' ? '' : 'The current time is released immediately.'
}

interface ChoicesProps {
  suggestions: Suggestions
  chosen: readonly string[]
  choose: (starts: readonly string[]) => void
  zones: { owner: string; guest: string }
}

function Choices({ suggestions, chosen, choose, zones }: ChoicesProps) {
  if (suggestions === 'loading') return <p role="status">Looking for open times...</p>
  if (suggestions === 'failed')
    return <p role="alert">The open times did not load. Please close this and try again.</p>
  if (suggestions.length === 0)
    return <p>There are no such times. You can move the booking to any other time instead.</p>
  const full = chosen.length >= MOST_OFFERS
  return (
    <fieldset className={styles.choices} aria-label="Times to offer">
      {suggestions.map((start) => {
        const on = chosen.includes(start)
        return (
          <label key={start} className={styles.choice}>
            <input
              type="checkbox"
              className={layout.cover}
              checked={on}
              disabled={full && !on}
              onChange={() =>
                choose(on ? chosen.filter((one) => one !== start) : [...chosen, start])
              }
            />
            <Time start={Date.parse(start)} zones={zones} />
          </label>
        )
      })}
    </fieldset>
  )
}

function Time({ start, zones: { owner, guest } }: { start: number; zones: ChoicesProps['zones'] }) {
  const day = instantDateWords(start, owner, 'shortWeekday')
  return (
    <span>
      <small className={type.fine}>{day}</small>
      <b>{clockTime(start, owner)}</b>
      <i>
        {clockTime(start, guest)} in {zoneCity(guest)}
      </i>
    </span>
  )
}

type Suggestions = 'loading' | 'failed' | readonly string[]

const SHOWN = 6
const A_DAY = 2

/**
 * Suggests slots that are daytime for owner and guest, spread over the next days; ISO 8601 starts.
 */
function useSuggestions(booking: DeskBooking, now: number): Suggestions {
  const load = async () => {
    const answer = await call(getAvailability, {
      service: booking.serviceType,
      ...askedDates(now),
    })
    return answer.ok ? spread(answer.value.slots, booking) : 'failed'
  }
  // Not fetched again while the booking is open; the server validates the times that are sent.
  return useAsync(booking.id, load).value ?? 'loading'
}

function spread(slots: readonly string[], booking: DeskBooking): string[] {
  const { serviceType, timezone, ownerZone, start: own } = booking
  const length = catalogue[serviceType].durationMinutes * 60_000
  const ofDay = new Map<string, number>()
  const found: string[] = []
  let last = 0
  for (const slot of slots) {
    const start = Date.parse(slot)
    const { date } = wallOf(start, ownerZone)
    const taken = ofDay.get(date) ?? 0
    const near = taken > 0 && start - last < 2 * 3_600_000
    const night = isAtNight({ start, end: start + length }, timezone)
    if (start === Date.parse(own) || night || near || taken >= A_DAY) continue
    ofDay.set(date, taken + 1)
    last = start
    found.push(slot)
    if (found.length === SHOWN) break
  }
  return found
}
