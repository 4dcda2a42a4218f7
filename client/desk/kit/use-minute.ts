import { useEffect, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'

const HALF_A_MINUTE = 30_000

/** The current time for sentences in minutes, UTC milliseconds; updates every half minute. */
export function useMinute(): number {
  const [now, setNow] = useState(systemClock)
  useEffect(() => {
    const timer = setInterval(() => setNow(systemClock()), HALF_A_MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}
