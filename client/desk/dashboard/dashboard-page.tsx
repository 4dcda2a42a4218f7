import type { ComponentType } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { longDay } from '#client/desk/kit/day-words.ts'
import { AsOf, DeskNetBar, LoadTrouble } from '#client/desk/kit/page/data-state.tsx'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import { Status } from '#client/desk/kit/page/status.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { CalendarIcon, CardIcon, MailIcon, VideoIcon } from '#client/ui/icons.tsx'
import { type Dashboard, getDashboard } from '#shared/desk/api.ts'
import { wallOf, zoneWords } from '#shared/lib/zone.ts'
import { samples } from '#shared/site/business.ts'
import styles from './dashboard-page.module.css'
import {
  type ConnectionState,
  calendarState,
  callsOn,
  freeWords,
  leadWords,
  mailState,
  momentOf,
  nextCall,
  paymentState,
  videoState,
} from './dashboard-words.ts'
import { DayLine } from './day-line.tsx'
import { GuestChanges } from './guest-changes.tsx'
import { MonthBox } from './month-box.tsx'
import { TodaysCalls } from './todays-calls.tsx'
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

interface TodayBoxProps {
  shown: Dashboard
  now: number
}

/** The day as a ruler, and its calls one by one. */
export function TodayBox({ shown, now }: TodayBoxProps) {
  const date = wallOf(now, shown.timeZone).date
  const calls = callsOn(shown, date)
  return (
    <Box title="Today" aside={freeWords(shown, now)} flush>
      <DayLine shown={shown} calls={calls} now={now} />
      <TodaysCalls calls={calls} next={nextCall(shown, now)} zone={shown.timeZone} />
    </Box>
  )
}

/** Names the invented values that the site came with and the owner has not replaced. */
export function SetupBox() {
  if (samples.length === 0) return null
  return (
    <Box
      title="Before you go online"
      lead={
        <>
          These are still samples. Write your own in{' '}
          <code className={styles.file}>shared/site/business.ts</code>, then build the site again.
        </>
      }
    >
      <ul className={styles.list}>
        {samples.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </Box>
  )
}

interface ConnectionsBoxProps {
  shown: Dashboard
  now: number
  className: string | undefined
}

/** What the site leans on, and how it is doing. */
export function ConnectionsBox({ shown, now, className }: ConnectionsBoxProps) {
  return (
    <Box
      title="Connections"
      aside={`Checked ${momentOf(shown.checkedAt, now)}`}
      flush
      className={className}
    >
      <ul className={styles.connectionsBoxList}>
        <Connection name="E-mail" Icon={MailIcon} state={mailState(shown)} />
        <Connection name="Card payments" Icon={CardIcon} state={paymentState(shown, now)} />
        <Connection name="Video meetings" Icon={VideoIcon} state={videoState(shown)} />
        <Connection name="Calendar" Icon={CalendarIcon} state={calendarState(shown, now)} />
      </ul>
    </Box>
  )
}

interface ConnectionProps {
  name: string
  Icon: ComponentType<{ className?: string | undefined }>
  state: ConnectionState
}

function Connection({ name, Icon, state }: ConnectionProps) {
  return (
    <li>
      <Icon className={styles.icon} />
      <div>
        <h3>{name}</h3>
        <p>{state.note}</p>
      </div>
      <Status tone={state.tone}>{state.word}</Status>
    </li>
  )
}
