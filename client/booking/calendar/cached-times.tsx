import type { Flow } from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { isPaid } from '#shared/booking/catalogue.ts'
import styles from './calendar-step.module.css'

/** Times older than this are told to be; milliseconds. */
const FRESH = 5 * 60_000

interface KnownTimesProps {
  flow: Flow
  /** UTC milliseconds; undefined while nothing is known. */
  asOf: number | undefined
}

/** Over times that may not be true any more: how old they are, and what choosing one means. */
export function KnownTimes({ flow, asOf }: KnownTimesProps) {
  const now = systemClock()
  if (asOf === undefined || (flow.online && now - asOf < FRESH)) return null
  return (
    <div className={styles.banner}>
      <Banner tone="info" title={`The open times as we knew them ${momentWords(asOf, now)}.`}>
        {isPaid(flow.service)
          ? 'Some may be taken since. The time is not held until you are back online.'
          : 'Some may be taken since: what you choose is a request, until we have confirmed it.'}
      </Banner>
    </div>
  )
}
