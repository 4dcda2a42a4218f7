import { startTransition, useEffect, useState } from 'react'
import type { PlainDate } from '../../shared/lib/date.ts'
import { systemClock } from '../lib/clock.ts'

/** The date where the visitor is; undefined in HTML made at build time, which has no today. */
export function useToday(): PlainDate | undefined {
  const [today, setToday] = useState<PlainDate>()
  useEffect(() => startTransition(() => setToday(localDate(systemClock()))), [])
  return today
}

/** Swedish dates are written as ISO 8601 has them. */
function localDate(now: number): PlainDate {
  return new Intl.DateTimeFormat('sv-SE').format(now)
}
