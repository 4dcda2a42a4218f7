import type { ComponentType } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { longDay } from '#client/desk/kit/day-words.ts'
import { CalendarIcon, CardIcon, MailIcon, VideoIcon } from '#client/desk/kit/icons.tsx'
import { AsOf, DeskNetBar, LoadTrouble } from '#client/desk/kit/page/data-state.tsx'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import { Status } from '#client/desk/kit/page/status.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { deviceZone, momentWords } from '#client/lib/data/device-zone.ts'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import type from '#client/ui/type.module.css'
import { clockTime } from '#shared/booking/times.ts'
import { type Dashboard, type GuestChange, getDashboard } from '#shared/desk/api.ts'
import { wallOf, zoneWords } from '#shared/lib/zone.ts'
import { samples } from '#shared/site/business.ts'
import styles from './dashboard-page.module.css'
import {
  type ConnectionState,
  calendarState,
  leadWords,
  mailState,
  momentOf,
  paymentState,
  videoState,
} from './dashboard-words.ts'
import { MonthBox } from './month-box.tsx'
import { TodayBox } from './today-box.tsx'
import { WaitingBox } from './waiting-box.tsx'
import { WaitingItem } from './waiting-item.tsx'
import type { ItemWords } from './waiting-words.ts'
import { WeekBox } from './week-box.tsx'

/** The start page of the desk: today, the week, open questions, the month and the connections. */
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

/** Calls use the schedule's time zone, all other times that of the device. */
function awayZones(zone: string): string {
  return `Calls in ${zoneWords(zone)}, other times by this device`
}

interface GuestChangesProps {
  shown: Dashboard
  now: number
}

/**
 * Changes that guests made to their bookings; each stays until the owner has opened the booking.
 */
function GuestChanges({ shown, now }: GuestChangesProps) {
  const { guestChanges, timeZone } = shown
  if (guestChanges.length === 0) return null
  return (
    <Box title="What happened" aside={countWords(guestChanges)} flush>
      <ul>
        {guestChanges.map((change) => (
          <WaitingItem
            key={change.id}
            look={change.kind}
            {...changeWords(change, { zone: timeZone, now })}
          >
            <TextAction to={`/admin/bookings/${change.bookingId}`}>View booking</TextAction>
          </WaitingItem>
        ))}
      </ul>
    </Box>
  )
}

function countWords({ length }: readonly GuestChange[]): string {
  return length === 1 ? '1 change by a guest' : `${length} changes by guests`
}

interface Here {
  /** The owner's time zone. */
  zone: string
  now: number
}

/** `Moved from Tuesday 24 November, 10:00 to Wednesday 25 November, 11:30.` */
function changeWords(change: GuestChange, { zone, now }: Here): ItemWords {
  const { clientName, kind, from, to, at } = change
  const when = momentWords(Date.parse(at), now)
  const done = `${when.charAt(0).toUpperCase()}${when.slice(1)}.`
  if (kind === 'cancelled' || !to)
    return {
      title: `${clientName} cancelled`,
      text: `${timeIn(from, zone)} is free again. ${done}`,
    }
  return {
    title: `${clientName} moved a call`,
    text: `From ${timeIn(from, zone)} to ${timeIn(to, zone)}. ${done}`,
  }
}

function timeIn(instant: string, zone: string): string {
  const at = Date.parse(instant)
  return `${longDay(wallOf(at, zone).date)}, ${clockTime(at, zone)}`
}

/** Lists the sample values that came with the site and that the owner has not replaced. */
function SetupBox() {
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

/** The services that the site depends on, and their states. */
function ConnectionsBox({ shown, now, className }: ConnectionsBoxProps) {
  return (
    <Box
      title="Connections"
      aside={`Checked ${momentOf(shown.checkedAt, now)}`}
      flush
      className={className}
    >
      <ul>
        <Connection name="Email" Icon={MailIcon} state={mailState(shown)} />
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
    <li className={`${kit.inset} ${styles.connection}`}>
      <Icon className={styles.icon} />
      <div>
        <h3 className={kit.entry}>{name}</h3>
        <p className={type.fine}>{state.note}</p>
      </div>
      <Status tone={state.tone}>{state.word}</Status>
    </li>
  )
}
