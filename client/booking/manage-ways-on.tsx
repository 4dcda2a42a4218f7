import type { BookingView } from '../../shared/booking/api.ts'
import { catalogue } from '../../shared/booking/catalogue.ts'
import { business } from '../../shared/site/business.ts'
import { ButtonLink } from '../ui/button.tsx'
import { meetingTimes } from './manage-words.ts'

interface AgainProps {
  booking: BookingView
  again: 'pay' | 'choose'
}

export function ManageAgain({ booking: { id }, again }: AgainProps) {
  return (
    <ButtonLink to={`/meeting?retry=${id}`} arrow>
      {again === 'pay' ? 'Continue to payment' : 'Choose another time'}
    </ButtonLink>
  )
}

export function ManageByMail({ booking }: { booking: BookingView }) {
  return <ButtonLink href={mailAbout(booking)}>Write to us</ButtonLink>
}

/** A mail with what the owner needs to find the booking; the link's signature is not in it. */
function mailAbout(booking: BookingView): string {
  const { yours } = meetingTimes(booking)
  const subject = `${catalogue[booking.serviceType].title}, ${yours.date}`
  const body = `Booking ${booking.id}\n${yours.date}, ${yours.time}, ${yours.zone}\n\n`
  return `mailto:${business.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
