import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { type ApiRefusal, isNetworkError } from '#client/lib/data/api.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { ConnectionBar } from '#client/ui/connection-bar.tsx'
import banner from '#client/ui/controls/banner.module.css'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { ClockIcon } from '#client/ui/icons.tsx'
import { formatCount } from '#shared/lib/format-number.ts'
import styles from './page.module.css'

type DataAge = Pick<DeskData<unknown>, 'asOf' | 'state' | 'refusal'>

/**
 * `As of today at 08:12`, while the screen shows an earlier answer because no newer one can be had.
 */
export function StaleBadge({ desk }: { desk: DataAge }) {
  const isDisconnected = useIsDisconnected(desk)
  const isStale =
    desk.asOf !== undefined && desk.state === 'cached' && (isDisconnected || desk.refusal)
  return isStale ? (
    <p className={`row gap-2 ${styles.staleBadge}`}>
      <ClockIcon />
      As of {formatRelativeTime(desk.asOf ?? 0, systemClock())}
    </p>
  ) : null
}

interface DeskConnectionBarProps {
  /** Subject and verb of the sentence: `Bookings are`. */
  subject: string
  desk: DataAge
}

/** The strip under the header while offline; first element of a page. */
export function DeskConnectionBar({ subject, desk }: DeskConnectionBarProps) {
  const text =
    desk.asOf === undefined
      ? 'You are offline, and this has not been opened on this device yet.'
      : `You are offline. ${subject} shown as of ${formatRelativeTime(desk.asOf, systemClock())}.`
  return <ConnectionBar offline={useIsDisconnected(desk)}>{text}</ConnectionBar>
}

/** Whether there is no connection: actions that need one are barred instead of failing. */
export function useIsDisconnected({ refusal }: Pick<DataAge, 'refusal'>): boolean {
  const online = useOnline()
  return !online || (refusal !== undefined && isNetworkError(refusal))
}

/** Of records that this device has and the server does not. */
export function formatMissing(count: number): string {
  const what = count === 1 ? 'an entry that is' : `${formatCount(count)} entries that are`
  return `The server no longer has ${what} on this device`
}

/** A skeleton in place of a list until there is an answer to show. */
export function ListSkeleton({ desk }: { desk: Pick<DeskData<unknown>, 'state'> }) {
  if (desk.state !== 'opening') return null
  return (
    <div className={`stack gap-8 ${styles.skeleton}`}>
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
    </div>
  )
}

interface LoadErrorBannerProps {
  /** `Failed to load bookings` */
  failure: string
  desk: Pick<DeskData<unknown>, 'refusal' | 'data' | 'hasGaps' | 'reload'>
}

/**
 * Reports a failed load, or that something is left out, above the data, never in its place. Being offline or signed
 * out is reported elsewhere: by `DeskConnectionBar` and by `SignedOutBanner`.
 */
export function LoadErrorBanner({ failure, desk }: LoadErrorBannerProps) {
  return (
    <>
      {desk.hasGaps ? (
        <div className={banner.spaceBelow}>
          <Banner tone="warn" title="Not everything is shown">
            This page is older than the site. Reload it to see everything.
          </Banner>
        </div>
      ) : null}
      <FailureBanner {...{ failure, desk }} />
    </>
  )
}

function FailureBanner({ failure, desk: { refusal, data, reload } }: LoadErrorBannerProps) {
  if (!refusal || refusal.status === 401 || refusal.code === 'not_owner') return null
  if (isNetworkError(refusal) && !navigator.onLine) return null
  return (
    <div className={banner.spaceBelow}>
      <Banner
        tone="error"
        title={failure}
        action={<BannerButton onClick={reload}>Try again</BannerButton>}
      >
        {getFailureReason(refusal, data !== undefined)}
      </Banner>
    </div>
  )
}

function getFailureReason(refusal: ApiRefusal, hasEarlier: boolean): string {
  const reason = isNetworkError(refusal)
    ? 'The server did not answer.'
    : 'The server could not do this right now.'
  return hasEarlier ? `${reason} The last known version is below.` : reason
}
