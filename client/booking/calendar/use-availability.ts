import { useCallback, useEffect, useRef, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import type { ServiceType } from '#shared/booking/catalogue.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { type Availability as Answer, getAvailability, paddedRange } from '#shared/schedule/api.ts'

export interface Known {
  starts: number[]
  ownerZone: string
  bookableTo: PlainDate
  /** When the server said so, UTC milliseconds; longer ago where the worker remembered it. */
  asOf: number
  /** How far the owner's own calendar was looked at. */
  calendar: Answer['calendar']
  scheduleVersion: number
}

interface Availability {
  /** The latest answers, by the first date asked for. */
  answers: Readonly<Record<PlainDate, Known>>
  failed: boolean
  reload(): void
}

interface Asked {
  service: ServiceType
  /** Dates of the visitor's zone. */
  from: PlainDate
  to: PlainDate
}

/** Open times of one service on some dates; asked again when the page comes back into view. */
export function useAvailability({ service, from, to }: Asked): Availability {
  const [answers, setAnswers] = useState<Record<PlainDate, Known>>({})
  const [failed, setFailed] = useState('')
  const latest = useRef(0)

  const reload = useCallback(async () => {
    const asked = ++latest.current
    const answer = await call(getAvailability, { service, ...paddedRange(from, to) })
    if (asked !== latest.current) return
    setFailed(answer.ok ? '' : from)
    if (!answer.ok) return
    setAnswers((before) => ({ ...before, [from]: knownFrom(answer.value) }))
  }, [service, from, to])

  useEffect(() => {
    void reload()
    return onReturn(() => void reload())
  }, [reload])

  return { answers, failed: failed === from, reload: () => void reload() }
}

/** An answer that was remembered may hold times that have passed since. */
function knownFrom(answer: Answer): Known {
  const { slots, timeZone: ownerZone, bookableTo, generatedAt, scheduleVersion, calendar } = answer
  const now = systemClock()
  const starts = slots.map((iso) => Date.parse(iso)).filter((start) => start > now)
  const asOf = Date.parse(generatedAt)
  return { starts, ownerZone, bookableTo, asOf, scheduleVersion, calendar }
}

function onReturn(act: () => void): () => void {
  const shown = () => {
    if (document.visibilityState === 'visible') act()
  }
  document.addEventListener('visibilitychange', shown)
  addEventListener('online', act)
  return () => {
    document.removeEventListener('visibilitychange', shown)
    removeEventListener('online', act)
  }
}
