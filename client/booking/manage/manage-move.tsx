import { useEffect, useRef, useState } from 'react'
import { isNoAnswer } from '#client/lib/data/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import type { BookingView } from '#shared/booking/api.ts'
import { longDate, startTime, zoneLabel } from '#shared/booking/times.ts'
import styles from './manage-move.module.css'
import { ManageOpenings } from './manage-openings.tsx'
import type { ManagedBooking } from './use-managed-booking.ts'

interface ManageMoveProps {
  booking: BookingView
  managed: ManagedBooking
  close: () => void
  done: () => void
}

interface Refused {
  title: string
  detail: string
}

const KEPT = 'Your booking stands as it was.'

/** Choosing another time for the same booking; payment and details stay. */
export function ManageMove({ booking, managed, close, done }: ManageMoveProps) {
  const [chosen, setChosen] = useState<string>()
  const [lost, setLost] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<Refused>()
  const untimed = booking.status === 'needs_new_time'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const move = async () => {
    if (!chosen) return
    setRefused(undefined)
    const end = await managed.move(chosen)
    if (!end) return
    if (end.ok) return done()
    const { refusal } = end
    if (isNoAnswer(refusal)) return setRefused(unanswered)
    if (refusal.code === 'too_late' || refusal.code === 'state') managed.reload()
    setRefused({ title: refusal.error, detail: KEPT })
    setLost((before) => [...before, chosen])
    setChosen(undefined)
  }
  return (
    <section className={styles.move} aria-labelledby="move-title" data-print="off">
      <h3 id="move-title" ref={heading} tabIndex={-1} className={styles.title}>
        Choose another time
      </h3>
      <p className={styles.note}>{zoneLabel(Date.parse(booking.start), booking.timezone)}</p>
      {refused ? (
        <Banner tone="conflict" title={refused.title}>
          {refused.detail}
        </Banner>
      ) : null}
      {booking.offers.length > 0 ? (
        <ManageOffers booking={booking} lost={lost} chosen={chosen} choose={setChosen} />
      ) : null}
      <ManageOpenings booking={booking} lost={lost} chosen={chosen} choose={setChosen} />
      <div className={styles.bar}>
        <p>
          {chosen ? newTime(chosen, booking.timezone) : 'Choose one of the times above.'}
          <small>
            {booking.amount > 0 ? 'Payment and details stay' : 'Your details stay'} with the
            booking.
          </small>
        </p>
        <div className={styles.actions}>
          <Button variant="ghost" disabled={managed.changing} onClick={close}>
            {untimed ? 'Not now' : 'Keep my time'}
          </Button>
          <Button disabled={!chosen} busy={managed.changing} onClick={() => void move()}>
            {managed.changing ? 'Moving...' : untimed ? 'Take this time' : 'Move booking'}
          </Button>
        </div>
      </div>
    </section>
  )
}

const unanswered: Refused = {
  title: 'No answer came.',
  detail: 'Your booking stands as it was. Please try again.',
}

function newTime(start: string, zone: string): string {
  const instant = Date.parse(start)
  return `${longDate(instant, zone)}, ${startTime(instant, zone)}`
}

interface ManageOffersProps {
  booking: BookingView
  /** Times that were refused while this list was open. */
  lost: readonly string[]
  chosen: string | undefined
  choose: (start: string) => void
}

/** The times that were offered to this guest; the open ones of everybody stand below. */
function ManageOffers({ booking, lost, chosen, choose }: ManageOffersProps) {
  const zone = booking.timezone
  return (
    <section aria-labelledby="offers-title">
      <h4 id="offers-title" className={styles.manageOffersTitle}>
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
