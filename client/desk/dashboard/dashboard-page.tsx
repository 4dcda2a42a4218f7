import { AsOf, DeskNetBar } from '#client/desk/kit/as-of.tsx'
import { longDay } from '#client/desk/kit/day-words.ts'
import { LoadTrouble } from '#client/desk/kit/load-trouble.tsx'
import { DeskPage } from '#client/desk/kit/page.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { getDashboard } from '#shared/desk/api.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { zoneWords } from '#shared/lib/zone-names.ts'
import { ConnectionsBox } from './connections-box.tsx'
import styles from './dashboard-page.module.css'
import { leadWords } from './dashboard-words.ts'
import { GuestChanges } from './guest-changes.tsx'
import { MonthBox } from './month-box.tsx'
import { SetupBox } from './setup-box.tsx'
import { TodayBox } from './today-box.tsx'
import { WaitingBox } from './waiting-box.tsx'
import { WeekBox } from './week-box.tsx'

/** What the owner sees first: today, the week, what waits, the month, the connections. */
export function DashboardPage() {
  const desk = useDeskData(getDashboard, {})
  const now = useMinute()
  const { data } = desk
  const here = deviceZone()
  const zone = data?.timeZone ?? here
  const date = wallOf(now, zone).date
  return (
    <>
      <DeskNetBar what="The dashboard is" desk={desk} />
      <DeskPage
        title={longDay(date)}
        documentTitle="Dashboard"
        lead={data ? leadWords(data, now) : undefined}
        aside={
          <>
            <AsOf desk={desk} />
            {data ? (
              <p>{zone === here ? `All times in ${zoneWords(zone)}` : awayZones(zone)}</p>
            ) : null}
          </>
        }
      >
        <LoadTrouble failure="Failed to load the dashboard" desk={desk} />
        {data ? (
          <div className={styles.grid}>
            <div className={styles.today}>
              <TodayBox shown={data} now={now} />
              <GuestChanges shown={data} now={now} />
            </div>
            <WeekBox className={styles.week} shown={data} now={now} />
            <div className={styles.waiting}>
              <WaitingBox desk={desk} shown={data} />
              <SetupBox />
            </div>
            <MonthBox className={styles.month} month={data.month} />
            <ConnectionsBox className={styles.connections} shown={data} now={now} />
          </div>
        ) : null}
        {desk.state === 'opening' ? <Skeleton className={styles.opening} /> : null}
      </DeskPage>
    </>
  )
}

/** The days and calls are in the schedule's zone, what happened is told by the clock at hand. */
function awayZones(zone: string): string {
  return `Calls in ${zoneWords(zone)}, other times by this device`
}
