import { memo, useRef } from 'react'
import { countItems, formatDayParts, formatDayPlaces } from '#client/desk/journeys/journeys-text.ts'
import { PlusIcon } from '#client/desk/kit/icons.tsx'
import { DetailLink } from '#client/desk/kit/lists/list-row.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useStore } from '#client/lib/store.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './days-rail.module.css'
import type { Editor } from './editor.ts'

/** The list of days beside the shown day; a strip on a phone. Items can be dropped on a day. */
export function DaysRail({ editor }: { editor: Editor }) {
  const { days, today, shownDay, commands, reorder } = editor
  const nav = useRef<HTMLElement>(null)
  const overDay = useStore(reorder.lift, (lift) => lift?.elsewhere)
  useEffectOn(`${shownDay?.id} ${days.length}`, () => centreCurrent(nav.current))
  return (
    <nav ref={nav} className={styles.rail} aria-label="Days">
      <h2>Days</h2>
      <ol>
        {days.map((day, index) => (
          <DayEntry
            key={day.id}
            id={day.id}
            to={editor.toAddress(day.id)}
            parts={formatDayParts(day).join(' ')}
            places={formatDayPlaces(day)}
            items={countItems(day)}
            note={index === today ? 'Today' : day.isRestored ? 'Came back' : ''}
            isCurrent={day.id === shownDay?.id}
            isOver={overDay === day.id}
          />
        ))}
      </ol>
      <button type="button" className={kit.addButton} onClick={() => commands.addDay()}>
        <PlusIcon />
        Add a day
      </button>
    </nav>
  )
}

interface DayEntryProps {
  id: string
  to: string
  /** `Thu 11 June` */
  parts: string
  places: string
  items: number
  note: string
  isCurrent: boolean
  /** An item is dragged over it. */
  isOver: boolean
}

/** Memoized, because there may be a hundred. */
const DayEntry = memo(function DayEntry(props: DayEntryProps) {
  const { id, to, parts, places, items, note, isCurrent, isOver } = props
  const [first, ...rest] = parts.split(' ')
  return (
    <li data-day={id} className={isOver ? styles.over : ''}>
      <DetailLink to={to} aria-current={isCurrent ? 'true' : undefined}>
        <span className={styles.date}>
          {first} <b>{rest.join(' ')}</b>
        </span>
        {places ? <span className={styles.place}>{places}</span> : null}
        <span className={styles.count}>
          {items === 0 ? <i>free</i> : items}
          {items > 0 ? <VisuallyHidden>{items === 1 ? ' item' : ' items'}</VisuallyHidden> : null}
        </span>
        {note ? <span className={styles.note}>{note}</span> : null}
      </DetailLink>
    </li>
  )
})

/** Scrolls the list, not the page, so that the current day is in its middle. */
function centreCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current]')
  if (!nav || !current) return
  const [outer, inner] = [nav.getBoundingClientRect(), current.getBoundingClientRect()]
  nav.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
  nav.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2
}
