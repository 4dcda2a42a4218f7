import { type CSSProperties, useId, useMemo } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { JourneyListItem, JourneyView } from '#client/data/journeys/types.ts'
import { useDataQuery } from '#client/data/use-data.ts'
import { listDaysOf } from '#client/desk/journeys/journey-edits.ts'
import { formatListDates } from '#client/desk/journeys/journeys-text.ts'
import { countChanges, getCopyState } from '#client/desk/journeys/share/copy-state.ts'
import { formatLongDay } from '#client/desk/kit/format-date.ts'
import { EyeIcon } from '#client/desk/kit/icons.tsx'
import { DayName } from '#client/desk/kit/lists/day-name.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { JourneyPlate } from '#client/ui/plates/journey-plate.tsx'
import { formatNames } from '#shared/clients/person-names.ts'
import {
  findDayIndex,
  getStart,
  getZone,
  type JourneyDay,
  type JourneyItem,
  listDayPlaces,
} from '#shared/journeys/days.ts'
import { kindLabels, UNTITLED } from '#shared/journeys/journey-fields.ts'
import { daysBetween } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { JourneyBadge } from './journey-badge.tsx'
import { formatSeen, getLinkMark, getSyncMark, getToday } from './journey-groups.ts'
import { MenuButton, type OpenMenu } from './row-menu.tsx'
import styles from './under-way-card.module.css'

interface UnderWayCardProps {
  item: JourneyListItem
  /** UTC milliseconds. */
  now: number
  onOpenMenu: OpenMenu
}

/** A journey under way: its days, what comes next, and whether guests have seen it. */
export function UnderWayCard({ item, now, onOpenMenu }: UnderWayCardProps) {
  const id = useId()
  const view = useDataQuery(`journey ${item.id}`, () => getData().journeys.get(item.id))?.answer
  const names = formatNames(item.clients.map(({ name }) => name))
  const sync = getSyncMark(item)
  const { stops, route, dayStops } = item
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.map}>
        <JourneyPlate
          ink="night"
          frame="route"
          {...{ stops, route, current: dayStops[findListedDay(item, now)] }}
        />
      </div>
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 id={id}>{item.title || UNTITLED}</h2>
          <p className={styles.marks}>
            {sync ? <JourneyBadge mark={sync} /> : null}
            <JourneyBadge mark={getLinkMark(item, now)} />
          </p>
        </div>
        <p className={styles.who}>{[names, formatListDates(item)].filter(Boolean).join(', ')}</p>
        {view ? <UnderWay view={view} now={now} /> : <div className={styles.opening} />}
        <div className={styles.foot}>
          <p>
            <EyeIcon />
            {view ? formatCopyState(formatSeen(item, now), view, countUnpublished(view)) : null}
          </p>
          <ButtonLink small variant="ghost" to={`/admin/journeys/${item.id}`}>
            Open journey
          </ButtonLink>
          <MenuButton item={item} onOpenMenu={onOpenMenu} />
        </div>
      </div>
    </section>
  )
}

function UnderWay({ view, now }: { view: JourneyView; now: number }) {
  const days = useMemo(() => listDaysOf(view), [view])
  const today = findCurrentDay(days, now)
  const from = Math.max(0, Math.min(today - DAYS_BEFORE, days.length - STRIP_DAYS))
  const shown = days.slice(from, from + STRIP_DAYS)
  return (
    <>
      <ol
        className={styles.strip}
        style={{ '--days': shown.length } as CSSProperties}
        aria-label="Days"
      >
        {shown.map(({ id, date }, index) => (
          <li
            key={id}
            className={from + index < today ? styles.over : ''}
            aria-current={from + index === today ? 'date' : undefined}
          >
            <DayName date={date} />
          </li>
        ))}
      </ol>
      <Next next={listNextItems(days, now)} />
    </>
  )
}

/** Most days that fit side by side. */
const STRIP_DAYS = 8
/** Days before today that are shown of a longer journey. */
const DAYS_BEFORE = 2

function Next({ next: { title, items } }: { next: NextItems }) {
  return (
    <>
      <h3 className={styles.today}>{title}</h3>
      {items.length === 0 ? <p className={styles.nothing}>Nothing planned.</p> : null}
      <ul className={styles.items}>
        {items.map(({ id, time, title: name, isPast, isNext }) => (
          <li key={id} className={isPast ? styles.past : isNext ? styles.next : ''}>
            <time>{time}</time>
            <span>{name}</span>
            {isNext ? <em>Next</em> : null}
          </li>
        ))}
      </ul>
    </>
  )
}

interface NextItem {
  id: string
  /** Local time; empty if it has none. */
  time: string
  title: string
  isPast: boolean
  isNext: boolean
}

interface NextItems {
  /** `Today, Thursday 11 June, Svolvær` */
  title: string
  items: NextItem[]
}

const SHOWN = 3

/** Like `findCurrentDay`, from what the list knows. */
function findListedDay({ dates, zone }: JourneyListItem, now: number): number {
  return dates ? daysBetween(dates.start, getToday(now, zone)) : -1
}

/** Index of today by the clock where the journey begins, as in the list; -1 before and after it. */
export function findCurrentDay(days: readonly JourneyDay[], now: number): number {
  return findDayIndex(days, toWallTime(now, getZone(days[0]?.items[0])).date)
}

/** Three items around today's next one; the first three of tomorrow once today is over. */
export function listNextItems(days: readonly JourneyDay[], now: number): NextItems {
  const today = findCurrentDay(days, now)
  const here = toNextItems(days[today], now)
  const next = here.findIndex(({ isNext }) => isNext)
  const isOver = here.every(({ isPast }) => isPast)
  const after = days[today + 1]
  if (isOver && after && toNextItems(after, now).length > 0)
    return {
      title: formatTitle('Tomorrow', after),
      items: toNextItems(after, now).slice(0, SHOWN),
    }
  const around = next === -1 ? here.length - SHOWN : next - 1
  const from = Math.max(0, Math.min(around, here.length - SHOWN))
  return { title: formatTitle('Today', days[today]), items: here.slice(from, from + SHOWN) }
}

/** An item without a time is past once a later one has begun. */
function toNextItems(day: JourneyDay | undefined, now: number): NextItem[] {
  if (!day) return []
  const starts = day.items.map((item) => getStart(item, day.date))
  const last = starts.findLastIndex((start) => start !== undefined && start <= now)
  const next = starts.findIndex((start, index) => index > last && start !== undefined)
  return day.items.map((item, index) => ({
    id: item.id,
    time: item.begins,
    title: item.title || kindLabels[item.kind],
    isPast: index <= last,
    isNext: index === next,
  }))
}

function formatTitle(word: string, day: JourneyDay | undefined): string {
  if (!day?.date) return word
  return [word, formatLongDay(day.date), getNightPlace(day)].filter(Boolean).join(', ')
}

/** Where guests sleep, or the last place of the day. */
function getNightPlace(day: JourneyDay): string {
  const stays: JourneyItem[] = [...day.nights.map(({ item }) => item), ...day.items]
  const stay = stays.findLast(({ kind, place }) => kind === 'stay' && place !== '')
  return stay?.place ?? listDayPlaces(day).at(-1) ?? ''
}

/** The number of changes that are not on the guests' copy. */
function countUnpublished(view: JourneyView): number {
  return countChanges(getCopyState(view, listDaysOf(view)))
}

/** Completes `seen`: `Seen today at 14:05. They have the latest copy.` */
export function formatCopyState(
  seen: string,
  { pass }: Pick<JourneyView, 'pass'>,
  unpublished: number,
): string {
  if (!pass || pass.data.closed) return 'Their link is closed.'
  if (unpublished > 0)
    return `${seen}. ${unpublished === 1 ? '1 change is' : `${unpublished} changes are`} not on their copy yet.`
  if (!pass.data.seen) return `${seen}.`
  return pass.data.seen.version >= pass.data.version
    ? `${seen}. They have the latest copy.`
    : `${seen}, before the latest copy.`
}
