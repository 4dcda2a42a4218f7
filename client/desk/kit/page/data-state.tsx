import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import banner from '#client/ui/controls/banner.module.css'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { ClockIcon } from '#client/ui/icons.tsx'
import { NetBar } from '#client/ui/net-bar.tsx'
import styles from './data-state.module.css'

type Age = Pick<DeskData<unknown>, 'asOf' | 'state' | 'trouble'>

/**
 * `As of today at 08:12`, while the screen shows an earlier answer because no newer one can be had.
 */
export function AsOf({ desk }: { desk: Age }) {
  const cut = useIsCutOff(desk)
  const old = desk.asOf !== undefined && desk.state === 'kept' && (cut || desk.trouble)
  return old ? (
    <p className={styles.asOf}>
      <ClockIcon />
      As of {momentWords(desk.asOf ?? 0, systemClock())}
    </p>
  ) : null
}

interface DeskNetBarProps {
  /** Subject and verb of the sentence: `Bookings are`. */
  what: string
  desk: Age
}

/** The strip under the header while offline; first element of a page. */
export function DeskNetBar({ what, desk }: DeskNetBarProps) {
  const words =
    desk.asOf === undefined
      ? 'You are offline, and this has not been opened on this device yet.'
      : `You are offline. ${what} shown as of ${momentWords(desk.asOf, systemClock())}.`
  return <NetBar offline={useIsCutOff(desk)}>{words}</NetBar>
}

/** Whether there is no connection: actions that need one are barred instead of failing. */
export function useIsCutOff({ trouble }: Pick<Age, 'trouble'>): boolean {
  const online = useOnline()
  return !online || trouble?.status === 0
}

/** A skeleton in place of a list until there is an answer to show. */
export function OpeningLines({ desk }: { desk: Pick<DeskData<unknown>, 'state'> }) {
  if (desk.state !== 'opening') return null
  return (
    <div className={styles.lines}>
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
    </div>
  )
}

interface LoadTroubleProps {
  /** `Failed to load bookings` */
  failure: string
  desk: Pick<DeskData<unknown>, 'trouble' | 'data' | 'reload'>
}

/**
 * Reports a failed load above the earlier data, never in its place. Being offline or signed out is
 * reported elsewhere: by `DeskNetBar` and by `SignedOut`.
 */
export function LoadTrouble({ failure, desk: { trouble, data, reload } }: LoadTroubleProps) {
  if (!trouble || trouble.status === 401 || trouble.code === 'not_owner') return null
  if (trouble.status === 0 && !navigator.onLine) return null
  return (
    <div className={banner.above}>
      <Banner
        tone="error"
        title={failure}
        action={<BannerButton onClick={reload}>Try again</BannerButton>}
      >
        {data === undefined ? reasonOf(trouble.status) : `${reasonOf(trouble.status)} ${BELOW}`}
      </Banner>
    </div>
  )
}

const BELOW = 'The last known version is below.'

function reasonOf(status: number): string {
  return status === 0 ? 'The server did not answer.' : 'The server could not do this right now.'
}
