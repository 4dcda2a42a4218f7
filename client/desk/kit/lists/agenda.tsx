import type { ReactNode } from 'react'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import styles from './agenda.module.css'

export interface AgendaItem {
  id: string
  /** Start and end, ISO instants; absent for an item that takes the whole day. */
  hours?: { start: string; end: string }
  title: ReactNode
  detail: string
  action?: ReactNode
}

interface AgendaProps {
  /** Shown in this order. */
  items: readonly AgendaItem[]
  zone: string
  /** Shown on a day without items. */
  emptyText: string
}

/** The calls and trips of a day, one below the other. */
export function Agenda({ items, zone, emptyText }: AgendaProps) {
  if (items.length === 0) return <p className={styles.empty}>{emptyText}</p>
  return (
    <ul className={styles.agenda}>
      {items.map(({ id, hours, title, detail, action }) => (
        <li key={id}>
          {hours ? (
            <p className={styles.time}>
              {formatClockTime(Date.parse(hours.start), zone)}
              <small>to {formatClockTime(Date.parse(hours.end), zone)}</small>
            </p>
          ) : (
            <p className={styles.allDay}>All day</p>
          )}
          <div>
            <h3>{title}</h3>
            <p>{detail}</p>
          </div>
          {action}
        </li>
      ))}
    </ul>
  )
}
