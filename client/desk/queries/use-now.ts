import { useEffect, useState } from 'react'
import { useDataState } from '#client/data/use-data.ts'
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

/** The current time by the server's clock, as far as the last sync tells, UTC milliseconds; for what depends on it. */
export function useServerNow(): number {
  return useNow() + useDataState().clockSkew
}
