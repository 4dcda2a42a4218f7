import { useRef } from 'react'
import { countItems, formatDayParts, formatDayPlaces } from '#client/desk/journeys/journey-text.ts'
import { PlusIcon } from '#client/desk/kit/icons.tsx'
import { DetailLink } from '#client/desk/kit/lists/list-row.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useStore } from '#client/lib/store.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { JourneyDay } from '#shared/journeys/days.ts'
import styles from './days-rail.module.css'
import type { Editor } from './editor.ts'

/** The days beside the day on the screen; a strip on a phone. Items can be dropped on them. */
export function DaysRail({ editor }: { editor: Editor }) {
  const { days, today, shownDay, commands, reorder } = editor
  const nav = useRef<HTMLElement>(null)
  const overDay = useStore(reorder.lift, (lift) => lift?.overDay)
  useEffectOn(`${shownDay?.id} ${days.length}`, () => centreCurrent(nav.current))
  return (
    <nav ref={nav} className={styles.rail} aria-label="Days">
      <h2>Days</h2>
      <ol>
        {days.map((day, index) => (
          <li key={day.id} data-day={day.id} className={overDay === day.id ? styles.over : ''}>
            <DetailLink
              to={editor.toAddress(day.id)}
              aria-current={day.id === shownDay?.id ? 'true' : undefined}
            >
              <DayLabel day={day} isToday={index === today} />
            </DetailLink>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={`${kit.addButton} ${styles.add}`}
        onClick={() => commands.addDay()}
      >
        <PlusIcon />
        Add a day
      </button>
    </nav>
  )
}

function DayLabel({ day, isToday }: { day: JourneyDay; isToday: boolean }) {
  const [first, second] = formatDayParts(day)
  const places = formatDayPlaces(day)
  const items = countItems(day)
  return (
    <>
      <span className={styles.date}>
        {first} <b>{second}</b>
      </span>
      {places ? <span className={styles.place}>{places}</span> : null}
      <span className={styles.count}>
        {items === 0 ? <i>free</i> : items}
        {items > 0 ? <VisuallyHidden>{items === 1 ? ' item' : ' items'}</VisuallyHidden> : null}
      </span>
      {isToday ? <span className={styles.note}>Today</span> : null}
      {day.isRestored ? <span className={styles.note}>Came back</span> : null}
    </>
  )
}

/** Scrolls the days, not the page, so that the current one is in their middle. */
function centreCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current]')
  if (!nav || !current) return
  const [outer, inner] = [nav.getBoundingClientRect(), current.getBoundingClientRect()]
  nav.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
  nav.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2
}
