import { useCallback, useEffect, useRef, useState } from 'react'
import type { ServiceType } from '../../shared/booking/catalogue.ts'
import type { PlainDate } from '../../shared/lib/date.ts'
import { getAvailability, paddedRange } from '../../shared/schedule/api.ts'
import { call } from '../lib/api.ts'

export interface Known {
  starts: number[]
  ownerZone: string
  bookableTo: PlainDate
}

export interface Availability {
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
    const { slots, timeZone, bookableTo } = answer.value
    const starts = slots.map((iso) => Date.parse(iso))
    setAnswers((before) => ({ ...before, [from]: { starts, ownerZone: timeZone, bookableTo } }))
  }, [service, from, to])

  useEffect(() => {
    void reload()
    return onReturn(() => void reload())
  }, [reload])

  return { answers, failed: failed === from, reload: () => void reload() }
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
