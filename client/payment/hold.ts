import { useEffect, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { announce } from '#client/ui/announcer.tsx'
import { clockTime, longDate } from '#shared/booking/times.ts'
import { askPayment } from './ask-payment.ts'
import type { BookingKey } from './booking-key.ts'

const MINUTE = 60_000

/** Whole minutes left, rounded up; 0 once the hold has expired by this device's clock. */
function minutesLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / MINUTE))
}

/** How long until the number of minutes changes, ms. */
function untilNextMinute(until: number, now: number): number {
  const left = until - now
  return left <= 0 ? 0 : left % MINUTE || MINUTE
}

/** A hold longer than that of the payment step: the guest was asked by mail to pay. */
export function isLongHold(until: number, now: number): boolean {
  return minutesLeft(until, now) > 15
}

function holdSentence(until: number, now: number, zone: string): string {
  const minutes = minutesLeft(until, now)
  if (minutes === 0)
    return 'The time to pay is over. We are checking whether the meeting is still yours.'
  if (isLongHold(until, now))
    return `Your time is held until ${longDate(until, zone)}, ${clockTime(until, zone)}.`
  const left = minutes === 1 ? 'less than a minute' : `${minutes} minutes`
  return `It stays yours until ${clockTime(until, zone)}, ${left} from now.`
}

/** Minutes left at which screen readers get an announcement: one every minute would disturb. */
const spokenMinutes: ReadonlySet<number> = new Set([5, 2, 1])

/** The server asks the provider before it releases an expired hold; until then, ask again. */
const ASK_AGAIN_MS = 5_000

interface HoldOptions {
  booking: BookingKey
  /** ISO 8601 */
  expiresAt: string
  /** While a payment runs, its own outcome decides. */
  paused: boolean
  onPaid: () => void
  onHoldLost: () => void
}

/**
 * The hold as a sentence, updated every minute. This device's clock may be wrong, so at zero the
 * server is asked, and only its answer ends the step.
 */
export function useHold({ booking, expiresAt, paused, onPaid, onHoldLost }: HoldOptions): string {
  const until = Date.parse(expiresAt)
  const now = useMinutes(until)
  const asking = until <= now && !paused

  useEffect(() => {
    if (!asking) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let current = true
    const ask = async () => {
      const answer = await askPayment(booking)
      if (!current) return
      if (answer === 'paid') onPaid()
      else if (answer === 'unpaid') onHoldLost()
      else timer = setTimeout(ask, ASK_AGAIN_MS)
    }
    void ask()
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [asking, booking, onPaid, onHoldLost])

  return holdSentence(until, now, deviceZone())
}

/** The current time, updated whenever the number of minutes left changes. */
function useMinutes(until: number): number {
  const [now, setNow] = useState(systemClock)
  useEffect(() => {
    if (until <= now) return
    const timer = setTimeout(
      () => {
        const present = systemClock()
        setNow(present)
        if (!spokenMinutes.has(minutesLeft(until, present))) return
        announce(holdSentence(until, present, deviceZone()))
      },
      untilNextMinute(until, now),
    )
    return () => clearTimeout(timer)
  }, [until, now])
  return now
}
