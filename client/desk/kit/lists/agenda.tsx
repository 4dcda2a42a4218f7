import type { ReactNode } from 'react'
import { clockTime } from '#shared/booking/times.ts'
import styles from './agenda.module.css'

export interface AgendaItem {
  id: string
  /** From and to, ISO instants; without them it takes the whole day. */
  hours?: { start: string; end: string }
  title: ReactNode
  words: string
  action?: ReactNode
}

interface AgendaProps {
  items: readonly AgendaItem[]
  zone: string
  /** What is said of a day without any. */
  none: string
}

/** A day's calls and journeys, one by one. */
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
