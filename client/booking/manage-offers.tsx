import type { BookingView } from '#shared/booking/api.ts'
import { longDate, startTime } from '#shared/booking/times.ts'
import styles from './manage-offers.module.css'

interface ManageOffersProps {
  booking: BookingView
  /** Times that were refused while this list was open. */
  lost: readonly string[]
  chosen: string | undefined
  choose: (start: string) => void
}

/** The times that were offered to this guest; the open ones of everybody stand below. */
export function ManageOffers({ booking, lost, chosen, choose }: ManageOffersProps) {
  const zone = booking.timezone
  return (
    <section aria-labelledby="offers-title">
      <h4 id="offers-title" className={styles.title}>
        Times we offer
      </h4>
      <ul className={styles.offers}>
        {booking.offers.map((start) => (
          <li key={start}>
            <button
              type="button"
              className={styles.offer}
              disabled={lost.includes(start)}
              aria-pressed={start === chosen}
              onClick={() => choose(start)}
            >
              <span>{longDate(Date.parse(start), zone)}</span>
              <b>{startTime(Date.parse(start), zone)}</b>
              {lost.includes(start) ? <span>Taken</span> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
