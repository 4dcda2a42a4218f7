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

/** `As of today at 08:12`, where what is shown is not what the server says now. */
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
  /** The subject and its verb: `Bookings are`. */
  what: string
  desk: Age
}

/** The strip under the header, while there is no connection; first thing of a page. */
export function DeskNetBar({ what, desk }: DeskNetBarProps) {
  const words =
    desk.asOf === undefined
      ? 'You are offline, and this has not been opened on this device yet.'
      : `You are offline. ${what} shown as of ${momentWords(desk.asOf, systemClock())}.`
  return <NetBar offline={useIsCutOff(desk)}>{words}</NetBar>
}

/** What needs a connection says so instead of failing. */
export function useIsCutOff({ trouble }: Pick<Age, 'trouble'>): boolean {
  const online = useOnline()
  return !online || trouble?.status === 0
}

/** In the place of a list until anything is known of it. */
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

/** Above what is kept, never instead of it. Being offline or signed out is told in one place each. */
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
