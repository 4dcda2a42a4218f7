import { useEffect, useState } from 'react'
import { call } from '#client/lib/data/api.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { askedDates } from '#shared/booking/opening-days.ts'
import { isAtNight } from '#shared/booking/rulers.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { getAvailability } from '#shared/schedule/api.ts'

export type Suggestions = 'loading' | 'failed' | readonly string[]

const SHOWN = 6
const A_DAY = 2

/** Some open times that are day on both sides, spread over the next days; starts in ISO 8601. */
export function useSuggestions(booking: DeskBooking, now: number): Suggestions {
  const [suggestions, setSuggestions] = useState<Suggestions>('loading')
  const { serviceType } = booking

  // What was suggested stays while the booking is looked at; the server judges what is sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    let left = false
    void call(getAvailability, { service: serviceType, ...askedDates(now) }).then((answer) => {
      if (left) return
      setSuggestions(answer.ok ? spread(answer.value.slots, booking) : 'failed')
    })
    return () => {
      left = true
    }
  }, [booking.id])
  return suggestions
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
