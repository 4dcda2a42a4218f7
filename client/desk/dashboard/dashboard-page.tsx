import type { ComponentType } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { formatLongDay } from '#client/desk/kit/format-date.ts'
import { CalendarIcon, CardIcon, MailIcon, VideoIcon } from '#client/desk/kit/icons.tsx'
import type { ItemText } from '#client/desk/kit/lists/dashboard-item.tsx'
import { DashboardItem } from '#client/desk/kit/lists/dashboard-item.tsx'
import {
  DeskConnectionBar,
  LoadErrorBanner,
  StaleBadge,
} from '#client/desk/kit/page/data-state.tsx'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import { StatusBadge } from '#client/desk/kit/page/status-badge.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useServerNow } from '#client/desk/queries/use-now.ts'
import { formatRelativeTime, getDeviceZone } from '#client/lib/data/device-zone.ts'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import type from '#client/ui/type.module.css'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { siteContent } from '#shared/content/site-content.ts'
import type { Dashboard, GuestChange } from '#shared/desk/dashboard.ts'
import type { Unfinished } from '#shared/desk/site-state.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { formatZone, toWallTime } from '#shared/lib/time-zone.ts'
import type { FeedView } from '#shared/schedule/feed-api.ts'
import { AttentionBox } from './attention-box.tsx'
import styles from './dashboard-page.module.css'
import {
  type ConnectionState,
  formatDaySummary,
  formatRelativeIso,
  getCalendarState,
  getMailState,
  getPaymentState,
  getVideoState,
} from './dashboard-text.ts'
import { MonthBox } from './month-box.tsx'
import { TodayBox } from './today-box.tsx'
import { type DashboardView, useDashboard } from './use-dashboard.ts'
import { WeekBox } from './week-box.tsx'

/**
 * The start page of the desk: today, the week, what needs attention, the month and the connections.
 */
export function DashboardPage() {
  const now = useServerNow()
  const view = useDashboard(now)
  const { dashboard, income, site, floods, desk, feed } = view
  const zone = dashboard?.timeZone ?? getDeviceZone()
  const date = toWallTime(now, zone).date
  return (
    <>
      <DeskConnectionBar subject="The dashboard is" desk={desk} />
      <DeskPage
        title={formatLongDay(date)}
        documentTitle="Dashboard"
        lead={dashboard ? formatDaySummary(dashboard, now) : undefined}
        aside={
          <>
            <StaleBadge desk={desk} />
            {dashboard ? <p>All times in {formatZone(zone)}</p> : null}
          </>
        }
      >
        <LoadErrorBanner failure="Failed to load the dashboard" desk={desk} />
        {dashboard ? (
          <div className={styles.grid}>
            <div className={styles.today}>
              <TodayBox dashboard={dashboard} now={now} />
              <GuestChanges dashboard={dashboard} now={now} />
            </div>
            <WeekBox className={styles.week} dashboard={dashboard} now={now} />
            <div className={styles.attention}>
              <AttentionBox {...{ dashboard, feed, site, floods, now, desk }} />
              <SetupBox samples={site.data?.samples ?? []} isPublic={siteContent().isPublic} />
            </div>
            {income ? <MonthBox className={styles.month} income={income} /> : null}
            <ConnectionsBox className={styles.connections} {...{ view, dashboard, feed, now }} />
          </div>
        ) : null}
        {!dashboard && desk.state !== 'none' ? <Skeleton className={styles.skeleton} /> : null}
      </DeskPage>
    </>
  )
}

interface GuestChangesProps {
  dashboard: Dashboard
  now: number
}

/**
 * Changes that guests made to their bookings; each stays until the owner has opened the booking.
 */
function GuestChanges({ dashboard, now }: GuestChangesProps) {
  const { guestChanges, timeZone } = dashboard
  if (guestChanges.length === 0) return null
  return (
    <Box title="Changes by guests" aside={formatChangeCount(guestChanges)} flush>
      <ul>
        {guestChanges.map((change) => (
          <DashboardItem
            key={change.id}
            look={change.kind}
            {...formatGuestChange(change, { zone: timeZone, now })}
          >
            <TextAction to={`/admin/bookings/${change.bookingId}`}>View booking</TextAction>
          </DashboardItem>
        ))}
      </ul>
    </Box>
  )
}

function formatChangeCount({ length }: readonly GuestChange[]): string {
  return pluralize(length, 'change')
}

interface ZoneContext {
  /** The owner's time zone. */
  zone: string
  now: number
}

/** `Moved from Tuesday 24 November, 10:00 to Wednesday 25 November, 11:30.` */
function formatGuestChange(change: GuestChange, { zone, now }: ZoneContext): ItemText {
  const { clientName, kind, isWithdrawal, from, to, at } = change
  const when = formatRelativeTime(Date.parse(at), now)
  const done = `${when.charAt(0).toUpperCase()}${when.slice(1)}.`
  // A move always has its new time; `to` is null for cancellations only.
  if (kind === 'cancelled' || !to)
    return {
      title: `${clientName} ${isWithdrawal ? 'withdrew from the purchase' : 'cancelled'}`,
      text: `${formatZonedTime(from, zone)} is free again. ${done}`,
    }
  return {
    title: `${clientName} moved a call`,
    text: `From ${formatZonedTime(from, zone)} to ${formatZonedTime(to, zone)}. ${done}`,
  }
}

function formatZonedTime(instant: string, zone: string): string {
  const at = Date.parse(instant)
  return `${formatLongDay(toWallTime(at, zone).date)}, ${formatClockTime(at, zone)}`
}

interface ConnectionsBoxProps {
  view: Pick<DashboardView, 'site' | 'lastPaidAt'>
  dashboard: Dashboard
  feed: FeedView | undefined
  now: number
  className: string | undefined
}

/** The services that the site depends on, as far as their states are known, and their states. */
function ConnectionsBox({ view, dashboard, feed, now, className }: ConnectionsBoxProps) {
  const { lastPaidAt } = view
  const site = view.site.data
  return (
    <Box
      title="Connections"
      aside={site ? `Checked ${formatRelativeIso(site.checkedAt, now)}` : undefined}
      flush
      className={className}
    >
      <ul>
        {site ? (
          <>
            <Connection
              name="Email"
              Icon={MailIcon}
              state={getMailState(site.mail, dashboard, now)}
            />
            <Connection
              name="Card payments"
              Icon={CardIcon}
              state={getPaymentState(site, { dashboard, lastPaidAt, now })}
            />
            <Connection
              name="Video meetings"
              Icon={VideoIcon}
              state={getVideoState(site, dashboard)}
            />
          </>
        ) : null}
        {feed ? (
          <Connection name="Calendar" Icon={CalendarIcon} state={getCalendarState(feed, now)} />
        ) : null}
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
        <h3 className={kit.rowTitle}>{name}</h3>
        <p className={type.fine}>{state.note}</p>
      </div>
      <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
    </li>
  )
}

interface SetupBoxProps {
  samples: readonly Unfinished[]
  /** A public site leaves samples out instead of showing them. */
  isPublic: boolean
}

/** Lists what the owner has not written yet, in red what keeps something closed. */
export function SetupBox({ samples, isPublic }: SetupBoxProps) {
  if (samples.length === 0) return null
  return (
    <Box
      title={isPublic ? 'Missing on your site' : 'Before you go online'}
      lead={
        isPublic
          ? 'Visitors see nothing of these until you write and publish them.'
          : 'These are still samples. Write your own, and publish them.'
      }
      foot={<TextAction to="/admin/site">Write them</TextAction>}
    >
      <ul className={styles.list}>
        {samples.map(({ name, closes }) => (
          <li key={name} className={closes ? styles.closing : undefined}>
            {closes ? `${name}: ${closingTexts[closes]}` : name}
          </li>
        ))}
      </ul>
    </Box>
  )
}

const closingTexts = {
  sales: 'needed for paid bookings',
  mail: 'needed for emails',
}
