import { useEffect, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'

const UPDATE_INTERVAL = 30_000

/** The current time for sentences in minutes, UTC milliseconds; updates every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(systemClock)
  useEffect(() => {
    const timer = setInterval(() => setNow(systemClock()), UPDATE_INTERVAL)
    return () => clearInterval(timer)
  }, [])
  return now
}
