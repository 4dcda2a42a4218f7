import { useEffect, useState } from 'react'
import { call, urlOf } from '#client/lib/data/api.ts'
import { placeFact } from '#client/lib/data/place-fact.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { DemoMark } from '#client/ui/controls/demo-mark.tsx'
import { type Fact, Facts } from '#client/ui/page/facts.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import { type BookingView, bookingCalendar, getBooking } from '#shared/booking/api.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { shownTime } from '#shared/booking/times.ts'
import { formatPrice, taxNote } from '#shared/lib/money.ts'
import { bookingPath, returnKey } from './booking-key.ts'
import { titleOf } from './return-view.ts'
import styles from './return-views.module.css'

interface PaymentMadeProps {
  id: string
  /** Undefined while unknown: then no mail is promised. */
  mail: boolean | undefined
}

/** The end of a payment. Its details show in the browser that booked; others get the reference. */
export function PaymentMade({ id, mail }: PaymentMadeProps) {
  const booking = useBooking(id)
  return (
    <ResultPage plate="taiga" title={titleOf('paid')} lead={leadOf(mail)} sealed>
      {booking?.demo ? (
        <div className={styles.mark}>
          <DemoMark />
        </div>
      ) : null}
      <Facts facts={booking ? factsOf(booking) : [referenceOf(id)]} />
      <ResultActions>
        <ButtonLink to="/">Return to Home</ButtonLink>
        {booking ? <BookingLinks id={id} /> : null}
      </ResultActions>
    </ResultPage>
  )
}

function BookingLinks({ id }: { id: string }) {
  return (
    <>
      <ButtonLink variant="ghost" href={urlOf(bookingCalendar, returnKey(id))} download>
        Add to calendar
      </ButtonLink>
      <ButtonLink variant="quiet" to={bookingPath(returnKey(id))}>
        Move or cancel
      </ButtonLink>
    </>
  )
}

function leadOf(mail: boolean | undefined): string {
  const confirmed = 'Your consultation is confirmed.'
  if (mail === undefined) return confirmed
  return mail
    ? `${confirmed} A confirmation e-mail with the meeting details will follow.`
    : `${confirmed} This site does not send e-mail yet, so please keep the details below.`
}

const referenceOf = (id: string): Fact => ({ term: 'Reference', value: id })

function factsOf(booking: BookingView): Fact[] {
  const { amount, currency, timezone } = booking
  const when = shownTime(Date.parse(booking.start), Date.parse(booking.end), timezone)
  return [
    { term: 'Service', value: catalogue[booking.serviceType].title },
    { term: 'Date and time', value: `${when.date}, ${when.time}` },
    { term: 'Time zone', value: when.zone },
    placeFact(booking),
    { term: 'Paid', value: `${formatPrice(amount, currency)}, ${taxNote(currency)}` },
    referenceOf(booking.id),
  ]
}

function useBooking(id: string): BookingView | undefined {
  const [booking, setBooking] = useState<BookingView>()
  useEffect(() => {
    let current = true
    void call(getBooking, returnKey(id)).then((answer) => {
      if (current && answer.ok) setBooking(answer.value)
    })
    return () => {
      current = false
    }
  }, [id])
  return booking
}
