import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { JourneyListItem } from '#client/data/journeys/types.ts'
import { formatLength, formatListDates } from '#client/desk/journeys/journeys-text.ts'
import { useRowKeys } from '#client/desk/kit/lists/row-keys.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { JourneySketch } from '#client/ui/plates/journey-plate.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatNames } from '#shared/clients/person-names.ts'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import { JourneyBadge } from './journey-badge.tsx'
import type { JourneyGroups } from './journey-groups.ts'
import { getMark } from './journey-groups.ts'
import styles from './journey-list.module.css'
import { JourneyMenu } from './journey-menu.tsx'
import { UnderWayCard } from './under-way-card.tsx'

interface JourneyListProps {
  groups: JourneyGroups
  /** UTC milliseconds. */
  now: number
  /** Whether the last command of a row's menu could not be stored. */
  onFailed: (failed: boolean) => void
}

/** Rows of a section that are rendered at first; rendering years of journeys would be slow. */
const PAGE_SIZE = 40
/** Journeys under way that have a card; any further ones are rows. */
const MAX_CARDS = 3

/** Journeys under way as cards, and all others as rows by state. */
export function JourneyList({ groups, now, onFailed }: JourneyListProps) {
  const { underWay, ahead, drafts, past } = groups
  const more = underWay.slice(MAX_CARDS)
  const rows = { now, onFailed }
  const list = useRef<HTMLDivElement>(null)
  useRowKeys({ list })
  return (
    <div ref={list}>
      {underWay.slice(0, MAX_CARDS).map((item) => (
        <UnderWayCard key={item.id} item={item} now={now} onFailed={onFailed} />
      ))}
      <Section title="Also under way" items={more} {...rows} />
      <Section title="Ahead" items={ahead} {...rows} />
      <Section title="Drafts" items={drafts} {...rows} />
      <Section title="Past" items={past} isPast {...rows} />
    </div>
  )
}

interface SectionProps extends Omit<JourneyListProps, 'groups'> {
  title: string
  items: readonly JourneyListItem[]
  isPast?: boolean
}

function Section({ title, items, isPast = false, now, onFailed }: SectionProps) {
  const id = useId()
  const [count, setCount] = useState(PAGE_SIZE)
  if (items.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {items.slice(0, count).map((item) => {
          const mark = getMark(item, now)
          return (
            <li key={item.id} className={`${styles.item} ${isPast ? styles.past : ''}`}>
              <Link to={`/admin/journeys/${item.id}`} className={styles.row} data-row="">
                <Sketch item={item} isPast={isPast} />
                <span className={styles.title}>
                  <b>{item.title || UNTITLED}</b>
                  <span>{formatNames(item.names)}</span>
                </span>
                <span className={styles.dates}>
                  <b>{formatListDates(item)}</b>
                  <span>{formatLength(item, now)}</span>
                </span>
                <span className={styles.places}>
                  {item.stops.map(({ name }) => name).join(', ')}
                </span>
                <span className={styles.state}>
                  <JourneyBadge mark={mark} />
                  <small>{mark.note}</small>
                </span>
              </Link>
              <span className={styles.menu}>
                <JourneyMenu item={item} onFailed={onFailed} />
              </span>
            </li>
          )
        })}
      </ul>
      {items.length > count ? (
        <div className={styles.more}>
          <TextAction onClick={() => setCount(count + PAGE_SIZE)}>
            Show more<VisuallyHidden> of {title.toLowerCase()}</VisuallyHidden>
          </TextAction>
        </div>
      ) : null}
    </section>
  )
}

type JourneyRowProps = Pick<SectionProps, 'now' | 'onFailed'> & {
  item: JourneyListItem
  isPast: boolean
}

/** A map of the route, drawn once the row comes near: there may be hundreds, and each takes some ms. */
function Sketch({ item: { stops, route }, isPast }: Pick<JourneyRowProps, 'item' | 'isPast'>) {
  const frame = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !frame.current) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '50%' },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <span ref={frame} className={styles.sketch} aria-hidden="true">
      {isNear ? <JourneySketch ink={isPast ? 'past' : 'day'} stops={stops} route={route} /> : null}
    </span>
  )
}
