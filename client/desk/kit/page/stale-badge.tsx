import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/device/moment-words.ts'
import { useOnline } from '#client/lib/use-online.ts'
import { ClockIcon } from '#client/ui/icons.tsx'
import { NetBar } from '#client/ui/net-bar.tsx'
import styles from './stale-badge.module.css'

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
      ? 'You are offline. This was not opened on this device yet.'
      : `You are offline. ${what} shown as of ${momentWords(desk.asOf, systemClock())}.`
  return <NetBar offline={useIsCutOff(desk)}>{words}</NetBar>
}

/** What needs a connection says so instead of failing. */
export function useIsCutOff({ trouble }: Pick<Age, 'trouble'>): boolean {
  const online = useOnline()
  return !online || trouble?.status === 0
}
