import { type CSSProperties, useId, useMemo } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { JourneyListItem, JourneyView } from '#client/data/journeys/types.ts'
import { useDataQuery } from '#client/data/use-data.ts'
import { listDaysOf } from '#client/desk/journeys/journey-edits.ts'
import { formatListDates } from '#client/desk/journeys/journeys-text.ts'
import { EyeIcon } from '#client/desk/kit/icons.tsx'
import { DayName } from '#client/desk/kit/lists/day-name.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { JourneyPlate } from '#client/ui/plates/journey-plate.tsx'
import { formatNames } from '#shared/clients/person-names.ts'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import { JourneyBadge } from './journey-badge.tsx'
import { formatSeen, getLinkMark, getSyncMark } from './journey-groups.ts'
import { JourneyMenu } from './journey-menu.tsx'
import {
  countUnpublished,
  findCurrentDay,
  findListedDay,
  formatCopyState,
  listNextItems,
  type NextItems,
} from './next-items.ts'
import styles from './under-way-card.module.css'

interface UnderWayCardProps {
  item: JourneyListItem
  /** UTC milliseconds. */
  now: number
  onFailed: (failed: boolean) => void
}

/** A journey under way: its days, what comes next, and whether guests have seen it. */
export function UnderWayCard({ item, now, onFailed }: UnderWayCardProps) {
  const id = useId()
  const view = useDataQuery(`journey ${item.id}`, () => getData().journeys.get(item.id))?.answer
  const names = formatNames(item.names)
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
        <p className={styles.who}>
          {names ? `${names}, ` : null}
          <span className="together">{formatListDates(item)}</span>
        </p>
        {view ? <UnderWay view={view} now={now} /> : <div className={styles.opening} />}
        <div className={styles.foot}>
          <p>
            <EyeIcon />
            {view ? formatCopyState(formatSeen(item, now), view, countUnpublished(view)) : null}
          </p>
          <ButtonLink small variant="ghost" to={`/admin/journeys/${item.id}`}>
            Open journey
          </ButtonLink>
          <JourneyMenu item={item} onFailed={onFailed} />
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
