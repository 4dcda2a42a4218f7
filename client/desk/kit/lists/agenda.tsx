import type { ReactNode } from 'react'
import { clockTime } from '#shared/booking/times.ts'
import styles from './agenda.module.css'

export interface AgendaItem {
  id: string
  /** Start and end, ISO instants; absent for an item that takes the whole day. */
  hours?: { start: string; end: string }
  title: ReactNode
  words: string
  action?: ReactNode
}

interface AgendaProps {
  items: readonly AgendaItem[]
  zone: string
  /** Shown on a day without items. */
  none: string
}

/** The calls and journeys of a day, one below the other. */
export function Agenda({ items, zone, none }: AgendaProps) {
  if (items.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ul className={styles.agenda}>
      {items.map(({ id, hours, title, words, action }) => (
        <li key={id}>
          {hours ? (
            <p className={styles.time}>
              {clockTime(Date.parse(hours.start), zone)}
              <small>to {clockTime(Date.parse(hours.end), zone)}</small>
            </p>
          ) : (
            <p className={styles.allDay}>All day</p>
          )}
          <div>
            <h3>{title}</h3>
            <p>{words}</p>
          </div>
          {action}
        </li>
      ))}
    </ul>
  )
}
