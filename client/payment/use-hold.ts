import { useEffect, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { getDeviceZone } from '#client/lib/data/device-zone.ts'
import { announce } from '#client/ui/announcer.tsx'
import { formatClockTime, formatFullDate } from '#shared/booking/zoned-time.ts'
import type { BookingCredentials } from './booking-credentials.ts'
import { checkPayment } from './check-payment.ts'

const MINUTE = 60_000

/** Whole minutes left, rounded up; 0 once the hold has expired by this device's clock. */
function getRemainingMinutes(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / MINUTE))
}

/** How long until the number of minutes changes, ms. */
function getDelayToNextMinute(until: number, now: number): number {
  const remaining = until - now
  return remaining <= 0 ? 0 : remaining % MINUTE || MINUTE
}

/** A hold longer than that of the payment step: the guest was asked by mail to pay. */
export function isLongHold(until: number, now: number): boolean {
  return getRemainingMinutes(until, now) > 15
}

function formatHold(until: number, now: number, zone: string): string {
  const minutes = getRemainingMinutes(until, now)
  if (minutes === 0)
    return 'The time to pay is over. The site is checking whether the meeting is still yours.'
  if (isLongHold(until, now))
    return `Your time is held until ${formatFullDate(until, zone)}, ${formatClockTime(until, zone)}.`
  const remaining = minutes === 1 ? 'less than a minute' : `${minutes} minutes`
  return `It stays yours until ${formatClockTime(until, zone)}, ${remaining} from now.`
}

/** Minutes left at which screen readers get an announcement: one every minute would disturb. */
const announcedMinutes: ReadonlySet<number> = new Set([5, 2, 1])

/** The server asks the provider before it releases an expired hold; until then, ask again. */
const RETRY_DELAY_MS = 5_000

interface HoldOptions {
  booking: BookingCredentials
  /** ISO 8601 */
  expiresAt: string
  /** While a payment runs, its own outcome decides. */
  isPaused: boolean
  onPaid: () => void
  onHoldLost: () => void
}

/**
 * The hold as a sentence, updated every minute. This device's clock may be wrong, so at zero the
 * server is asked, and only its answer ends the step.
 */
export function useHold({ booking, expiresAt, isPaused, onPaid, onHoldLost }: HoldOptions): string {
  const until = Date.parse(expiresAt)
  const now = useMinuteClock(until)
  const asking = until <= now && !isPaused

  useEffect(() => {
    if (!asking) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let current = true
    const check = async () => {
      const answer = await checkPayment(booking)
      if (!current) return
      if (answer === 'paid') onPaid()
      else if (answer === 'unpaid') onHoldLost()
      else timer = setTimeout(check, RETRY_DELAY_MS)
    }
    void check()
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [asking, booking, onPaid, onHoldLost])

  return formatHold(until, now, getDeviceZone())
}

/** The current time, updated whenever the number of minutes left changes. */
function useMinuteClock(until: number): number {
  const [now, setNow] = useState(systemClock)
  useEffect(() => {
    if (until <= now) return
    const timer = setTimeout(
      () => {
        const present = systemClock()
        setNow(present)
        if (!announcedMinutes.has(getRemainingMinutes(until, present))) return
        announce(formatHold(until, present, getDeviceZone()))
      },
      getDelayToNextMinute(until, now),
    )
    return () => clearTimeout(timer)
  }, [until, now])
  return now
}
