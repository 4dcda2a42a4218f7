import { useEffect, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { announce } from '#client/ui/announcer.tsx'
import { askPayment } from './ask-payment.ts'
import type { BookingKey } from './booking-key.ts'
import { holdSentence, minutesLeft, spokenMinutes, untilNextMinute } from './hold.ts'

/** The server asks the provider before it lets a lapsed hold go; until it has, ask again. */
const ASK_AGAIN_MS = 5_000

interface HoldOptions {
  booking: BookingKey
  /** ISO 8601 */
  expiresAt: string
  /** While a payment runs its own verdict decides. */
  paused: boolean
  onPaid: () => void
  onHoldLost: () => void
}

/**
 * The hold in words, by the minute. This device's clock may be wrong, so at zero the server is asked
 * and only its answer ends the step.
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

/** The present, renewed whenever the number of minutes left changes. */
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
