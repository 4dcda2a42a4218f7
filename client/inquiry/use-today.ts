import { startTransition, useEffect, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'

/** The date where the visitor is; undefined in HTML made at build time, which has no today. */
export function useToday(): PlainDate | undefined {
  const [today, setToday] = useState<PlainDate>()
  useEffect(() => startTransition(() => setToday(wallOf(systemClock(), deviceZone()).date)), [])
  return today
}
