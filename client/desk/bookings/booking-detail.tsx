import { useRef } from 'react'
import { useIsCutOff } from '#client/desk/kit/as-of.tsx'
import { useKeptFocus } from '#client/desk/kit/use-kept-focus.ts'
import type { ClientOf } from '#client/desk/queries/person.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { DemoMark } from '#client/ui/controls/demo-mark.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { longDate } from '#shared/booking/times.ts'
import { BookingActions } from './booking-actions.tsx'
import styles from './booking-detail.module.css'
import { BookingFacts } from './booking-facts.tsx'
import { BookingHistory } from './booking-history.tsx'
import { BookingNotice } from './booking-notice.tsx'
import { BookingStatus } from './booking-status.tsx'
import { FailedRefund } from './settle-refund.tsx'
import { useCommand } from './use-command.ts'
import { useReadBooking } from './use-looks.ts'
import { useHeld, useShown } from './use-still.ts'
import { ZoneRulers } from './zone-rulers.tsx'

interface BookingDetailProps {
  booking: DeskBooking
  desk: Pick<DeskData<DeskBooking[]>, 'trouble' | 'reload'>
  /** UTC milliseconds. */
  now: number
  answered: (booking: DeskBooking) => void
  Client: ClientOf
}

const OFFLINE = 'This needs a connection.'

/** One booking, whole, and what can be done about it. */
export function BookingDetail(props: BookingDetailProps) {
  const { booking: latest, desk, now, answered, Client } = props
  const frame = useRef<HTMLElement>(null)
  const still = useHeld(frame, latest)
  const seen = still.held?.booking ?? latest
  const command = useCommand({ booking: seen, answered, reload: desk.reload })
  const booking = useShown(still, latest, command)
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading, command.done)
  const offline = useIsCutOff(desk) ? OFFLINE : undefined
  useReadBooking(latest, offline === undefined)
  const { serviceType, start, end, ownerZone, message, clientName, demo } = booking
  const time = { start: Date.parse(start), end: Date.parse(end) }
  return (
    <article ref={frame} className={styles.detail} aria-label={clientName}>
      <header className={styles.head}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {clientName}
          </h2>
          <p>
            {catalogue[serviceType].title}, {longDate(time.start, ownerZone)}
          </p>
        </div>
        <BookingStatus booking={booking} />
      </header>
      {demo ? <DemoMark /> : null}
      {command.done ? <Banner tone="ok" title={command.done} /> : null}
      {command.failed ? <Banner tone="error" title={command.failed} /> : null}
      <BookingNotice booking={booking} />
      {booking.failedRefunds.map((refund) => (
        <FailedRefund key={refund.id} {...{ booking, refund, command, offline }} />
      ))}
      <div>
        <ZoneRulers booking={booking} time={time} />
      </div>
      <BookingActions {...{ booking, command, now, offline }} />
      <div className={styles.columns}>
        <BookingFacts booking={booking} Client={Client} />
        <section>
          <h3>Message</h3>
          {message ? (
            <blockquote className={styles.message}>{message}</blockquote>
          ) : (
            <p className={styles.silent}>They left the message empty.</p>
          )}
        </section>
      </div>
      <BookingHistory {...{ booking, command, offline }} />
    </article>
  )
}
