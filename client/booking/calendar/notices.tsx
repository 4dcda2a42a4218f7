import { useEffect, useState } from 'react'
import { type Flow, liveHold } from '#client/booking/flow.ts'
import { alternativeTimeLink } from '#client/booking/service-copy.ts'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { isPaid } from '#shared/booking/catalogue.ts'
import { clockTime } from '#shared/booking/times.ts'
import styles from './calendar-step.module.css'

/** Leads back to the payment step while the visitor's hold lasts. */
export function HeldTime({ flow }: { flow: Flow }) {
  const [now, setNow] = useState(systemClock)
  const hold = liveHold(flow.draft.receipt, now)
  const until = hold?.holdExpiresAt ? Date.parse(hold.holdExpiresAt) : undefined
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(() => setNow(systemClock()), until - systemClock() + 50)
    return () => clearTimeout(timer)
  }, [until])
  if (!hold || until === undefined) return null
  return (
    <div className={styles.banner}>
      <Banner
        tone="info"
        title={`A time is held for you until ${clockTime(until, flow.zone)}.`}
        action={<BannerButton onClick={() => flow.go('payment')}>Continue to payment</BannerButton>}
      >
        Pay for it before then, or choose another below.
      </Banner>
    </div>
  )
}

export function LoadFailure({ flow, onRetry }: { flow: Flow; onRetry: () => void }) {
  return (
    <div className={styles.banner}>
      <Banner
        tone="error"
        title="The open times could not be loaded."
        action={<BannerButton onClick={onRetry}>Retry</BannerButton>}
      >
        {flow.online ? (
          'Please check your connection and try again.'
        ) : (
          <>
            They are not on this device yet. They will appear when you are back online, or you can{' '}
            <a href={alternativeTimeLink(flow.service, null)}>ask for a time by email</a>.
          </>
        )}
      </Banner>
    </div>
  )
}

/** Age from which open times get a notice, milliseconds. */
const FRESH = 5 * 60_000

interface KnownTimesProps {
  flow: Flow
  /** UTC milliseconds; undefined until loaded. */
  asOf: number | undefined
}

/** Notice above stale times: how old they are, and what choosing one means. */
export function KnownTimes({ flow, asOf }: KnownTimesProps) {
  const now = systemClock()
  if (asOf === undefined || (flow.online && now - asOf < FRESH)) return null
  return (
    <div className={styles.banner}>
      <Banner tone="info" title={`Open times as of ${momentWords(asOf, now)}.`}>
        {isPaid(flow.service)
          ? 'Some may have been taken since. The time is not held until you are back online.'
          : 'Some may have been taken since, so your choice is a request until we confirm it.'}
      </Banner>
    </div>
  )
}
