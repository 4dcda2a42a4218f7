import { getDayOf, type JourneyProps, type JourneyState } from '#client/journey/state.ts'
import { BackIcon, ClockIcon, NextIcon, TickIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import {
  findNight,
  type GuestDay,
  listDayRows,
  placeInTime,
  type Timeline,
} from '#shared/journeys/guest-days.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { Cover } from './cover.tsx'
import { DayRows } from './day-rows.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { ItemView } from './item-view.tsx'
import { Foot, HomeScreenHint, ToCall } from './journey-foot.tsx'
import styles from './journey-view.module.css'
import { Changes, CopyStatus } from './notices.tsx'
import {
  formatClocks,
  formatCountdown,
  formatDayCount,
  formatDayDate,
  formatDaySummary,
  formatDayTitle,
} from './view-text.ts'

/** The page of a journey, or of one of its days or items. */
export function JourneyView(props: JourneyProps) {
  const { state } = props
  const { copy } = state.open
  const timeline = placeInTime(copy, state.now)
  const item = copy.items.find(({ id }) => id === state.place)
  const index = getDayOf(copy, state.place)
  const day = timeline.days[index]
  const isPart = day !== undefined
  return (
    <div className={styles.page} data-print="off">
      <button type="button" className={layout.skipLink} onClick={focusMain}>
        Skip to content
      </button>
      <Cover state={state} timeline={timeline} isAside={isPart} />
      <main
        key={state.place}
        id="main"
        tabIndex={-1}
        className={`${styles.main} ${isPart ? styles.part : ''}`}
      >
        {day && item ? (
          <>
            <PartBar {...props} href={props.toHref(index === timeline.today ? '' : day.id)}>
              {formatDayDate(day)}
            </PartBar>
            <ItemView {...props} item={item} day={day} days={timeline.days} />
          </>
        ) : null}
        {day && !item ? <DayView {...props} timeline={timeline} index={index} /> : null}
        {day ? null : <Overview {...props} timeline={timeline} />}
      </main>
    </div>
  )
}

/** A link cannot do this, because the fragment of the address is the journey's key. */
function focusMain(): void {
  document.getElementById('main')?.focus()
}

interface PartProps extends JourneyProps {
  timeline: Timeline
}

function Overview({ timeline, ...props }: PartProps) {
  const isPast = (index: number) => timeline.phase === 'after' || index < timeline.today
  return (
    <>
      <CopyStatus {...props} />
      <Changes {...props} />
      <Today {...props} timeline={timeline} />
      <section aria-labelledby="days-title">
        <div className={styles.head}>
          <h2 id="days-title">Your days</h2>
          <p>{formatDayCount(timeline.days.length)}</p>
        </div>
        <ol className={styles.days}>
          {timeline.days.map((day, index) => (
            <li
              key={day.id}
              className={`${isPast(index) ? styles.past : ''} ${index === timeline.today ? styles.today : ''}`}
            >
              <a
                href={props.toHref(day.id)}
                aria-current={index === timeline.today ? 'date' : undefined}
              >
                <span className={styles.number}>
                  <span>{day.date ? formatDate(day.date, 'weekdayName') : 'Day'}</span>
                  <b>{day.date ? Number(day.date.slice(8)) : day.number}</b>
                </span>
                <span className={styles.day}>
                  <b>{formatDayTitle(day)}</b>
                  <span>{formatDaySummary(day)}</span>
                </span>
                {index === timeline.today ? <em>Today</em> : <NextIcon />}
              </a>
            </li>
          ))}
        </ol>
      </section>
      <div className={styles.two}>
        <ToCall {...props} night={findNight(timeline.days[timeline.today])} />
        <DocumentsSection {...props} />
      </div>
      <HomeScreenHint {...props} />
      <Foot {...props} />
    </>
  )
}

/** Today, or the first day before the journey; nothing without dates or after the last day. */
function Today({ timeline, ...props }: PartProps) {
  const { state } = props
  const { days, phase, zone } = timeline
  const index = phase === 'before' ? 0 : timeline.today
  const day = days[index]
  if (!day || (phase !== 'before' && phase !== 'under way')) return null
  const clocks = formatClocks(state.now, zone, state.open.pass.homeZone)
  return (
    <section aria-labelledby="today-title">
      <div className={styles.head}>
        <h2 id="today-title">{phase === 'before' ? formatCountdown(timeline) : 'Today'}</h2>
        <p>
          {formatDayDate(day)}, {formatDayTitle(day)}
        </p>
      </div>
      {clocks && phase === 'under way' ? (
        <p className={`row gap-2 ${styles.clock}`}>
          <ClockIcon />
          {clocks}
        </p>
      ) : null}
      <DayRows {...props} rows={listDayRows(timeline, index, state.now)} />
    </section>
  )
}

function DayView({ timeline, index, ...props }: PartProps & { index: number }) {
  const { days } = timeline
  const day = days[index]
  if (!day) return null
  return (
    <>
      <PartBar {...props} href={props.toHref('')}>
        {props.state.open.copy.title || 'Your journey'}
      </PartBar>
      <h1 className={styles.title}>{formatDayTitle(day)}</h1>
      <p className={styles.date}>
        {day.date ? `${formatDayDate(day)}, day` : 'Day'} {day.number} of {days.length}
      </p>
      <DayRows {...props} rows={listDayRows(timeline, index, props.state.now)} />
      <nav className={styles.others} aria-label="Other days">
        <OtherDay day={days[index - 1]} Icon={BackIcon} toHref={props.toHref} />
        <OtherDay day={days[index + 1]} Icon={NextIcon} toHref={props.toHref} />
      </nav>
    </>
  )
}

interface OtherDayProps extends Pick<JourneyProps, 'toHref'> {
  day: GuestDay | undefined
  Icon: typeof BackIcon
}

function OtherDay({ day, Icon, toHref }: OtherDayProps) {
  if (!day) return <span />
  return (
    <a href={toHref(day.id)}>
      <Icon />
      {formatDayDate(day)}
    </a>
  )
}

interface PartBarProps extends Pick<JourneyProps, 'state' | 'actions'> {
  href: string
  children: string
}

/** The link back, and how recent the copy is. */
function PartBar({ href, children, state, actions }: PartBarProps) {
  const isQuiet = state.storage === 'saved' && isReachable(state)
  return (
    <>
      <div className={styles.bar}>
        <a href={href}>
          <BackIcon />
          {children}
        </a>
        {isQuiet ? (
          <span>
            <TickIcon />
            Saved on this {state.device.kind}
          </span>
        ) : null}
      </div>
      {isQuiet ? null : (
        <div className={styles.warning}>
          <CopyStatus state={state} actions={actions} />
        </div>
      )}
    </>
  )
}

const isReachable = ({ connection }: JourneyState) =>
  connection === 'online' || connection === 'checking'
