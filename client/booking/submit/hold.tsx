import { useEffect, useState } from 'react'
import styles from '#client/booking/calendar/calendar-step.module.css'
import type { Receipt } from '#client/booking/draft.ts'
import type { Flow } from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { clockTime } from '#shared/booking/times.ts'

/** The receipt of a time that this browser holds unpaid at that moment. */
export function liveHold(receipt: Receipt | null, now: number): Receipt | undefined {
  const live =
    receipt?.status === 'awaiting_payment' &&
    receipt.holdExpiresAt !== null &&
    Date.parse(receipt.holdExpiresAt) > now
  return live ? receipt : undefined
}

/** Brings a visitor who left the payment step back to it while the time is theirs. */
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
