import { useEffect, useState } from 'react'
import { type Flow, getActiveHold } from '#client/booking/flow.ts'
import { toTimeRequestLink } from '#client/booking/service-text.ts'
import { systemClock } from '#client/lib/clock.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { isPaid } from '#shared/content/services.ts'
import styles from './calendar-step.module.css'

/** Leads back to the payment step while the visitor's hold lasts. */
export function HoldNotice({ flow }: { flow: Flow }) {
  const [now, setNow] = useState(systemClock)
  const hold = getActiveHold(flow.draft.submittedBooking, now)
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
        title={`A time is held for you until ${formatClockTime(until, flow.zone)}.`}
        action={
          <BannerButton onClick={() => flow.goToStep('payment')}>Continue to payment</BannerButton>
        }
      >
        Pay for it before then, or choose another below.
      </Banner>
    </div>
  )
}

export function LoadErrorNotice({ flow, onRetry }: { flow: Flow; onRetry: () => void }) {
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
            <a href={toTimeRequestLink(flow.service, null)}>write to me for a time</a>.
          </>
        )}
      </Banner>
    </div>
  )
}

/** Age from which open times get a notice, milliseconds. */
const FRESH_FOR_MS = 5 * 60_000

interface CachedTimesNoticeProps {
  flow: Flow
  /** UTC milliseconds; undefined until loaded. */
  asOf: number | undefined
}

/** Notice above stale times: how old they are, and what choosing one means. */
export function CachedTimesNotice({ flow, asOf }: CachedTimesNoticeProps) {
  const now = systemClock()
  if (asOf === undefined || (flow.online && now - asOf < FRESH_FOR_MS)) return null
  return (
    <div className={styles.banner}>
      <Banner tone="info" title={`Open times as of ${formatRelativeTime(asOf, now)}.`}>
        {isPaid(flow.service)
          ? 'Some may have been taken since. The time is not held until you are back online.'
          : 'Some may have been taken since, so your choice is a request until I confirm it.'}
      </Banner>
    </div>
  )
}
