import type { ComponentType } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { longDay } from '#client/desk/kit/day-words.ts'
import { CalendarIcon, CardIcon, MailIcon, VideoIcon } from '#client/desk/kit/icons.tsx'
import { LoadTrouble } from '#client/desk/kit/lists/load-trouble.tsx'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import { AsOf, DeskNetBar } from '#client/desk/kit/page/stale-badge.tsx'
import { Status, type StatusTone } from '#client/desk/kit/page/status.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { momentWords } from '#client/lib/device/moment-words.ts'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { type Dashboard, getDashboard } from '#shared/desk/api.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { zoneWords } from '#shared/lib/zone-names.ts'
import { feedFaultWords } from '#shared/schedule/calendar-state.ts'
import { samples } from '#shared/site/business.ts'
import styles from './dashboard-page.module.css'
import { callsOn, freeWords, leadWords, nextCall } from './dashboard-words.ts'
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

export interface ConnectionState {
  tone: StatusTone
  word: string
  note: string
}

const working = (note: string): ConnectionState => ({ tone: 'ok', word: 'Working', note })
const problem = (note: string): ConnectionState => ({ tone: 'problem', word: 'Problem', note })
const absent = (note: string): ConnectionState => ({ tone: 'mute', word: 'Not Set', note })

export function momentOf(instant: string, now: number): string {
  return momentWords(Date.parse(instant), now)
}

export function mailState({ connections, waiting }: Dashboard): ConnectionState {
  const { delivers, sentToday, troubledToday } = connections.mail
  if (troubledToday > 0) {
    const asked = sentToday + troubledToday
    return problem(`${troubledToday} of ${asked} not delivered today`)
  }
  const { length } = waiting.mails
  if (length > 0) return problem(`${length} from earlier days not delivered`)
  if (!delivers) return absent('Mails are kept as files on the server')
  return working(sentToday === 0 ? 'None sent today' : `${sentToday} sent today`)
}

export function paymentState(shown: Dashboard, now: number): ConnectionState {
  const { lastAt } = shown.month
  if (shown.waiting.refunds.some(({ state }) => state === 'failed'))
    return problem('A refund failed')
  const last = lastAt ? `Last payment ${momentOf(lastAt, now)}` : 'No payment yet'
  return {
    card: working(last),
    demo: { tone: 'wait', word: 'Demo', note: 'Demo: no card is charged' } as const,
    off: absent('Paid services cannot be booked online'),
  }[shown.connections.payment.kind]
}

export function videoState({ connections }: Dashboard): ConnectionState {
  const { configured, troubledRooms } = connections.video
  if (!configured) return absent('Bookings are made without a room')
  if (troubledRooms === 0) return working('Rooms are created automatically')
  return problem(
    troubledRooms === 1 ? '1 room could not be made' : `${troubledRooms} rooms could not be made`,
  )
}

export function calendarState({ connections }: Dashboard, now: number): ConnectionState {
  const { state, syncedAt, failure } = connections.calendar
  const read = syncedAt ? `Read ${momentOf(syncedAt, now)}` : 'Never read yet'
  if (state === 'none') return absent('No calendar of yours is read')
  if (state === 'fresh') return working(read)
  return problem(failure ? feedFaultWords[failure] : read)
}
