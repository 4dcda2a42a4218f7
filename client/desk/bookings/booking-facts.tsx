import { AddressWords } from '#client/desk/kit/address-words.tsx'
import type { ClientOf } from '#client/desk/queries/person.ts'
import { destinationWords } from '#shared/booking/catalogue.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { statusNames } from '#shared/booking/owner-commands.ts'
import { phoneHref } from '#shared/booking/place.ts'
import { longDate } from '#shared/booking/times.ts'
import { zoneWords } from '#shared/lib/zone.ts'
import styles from './booking-facts.module.css'
import { momentIn, paymentWords } from './booking-words.ts'

interface BookingFactsProps {
  booking: DeskBooking
  Client: ClientOf
}

/** Every field of the record that stands nowhere else on the page. */
export function BookingFacts({ booking, Client }: BookingFactsProps) {
  const { clientName, clientEmail, clientPhone } = booking
  const { status, reference, createdAt, ownerZone } = booking
  const where = destinationWords(booking.destinations, booking.otherDestination)
  return (
    <section>
      <h3>Details</h3>
      <dl className={styles.facts}>
        <div>
          <dt>Status</dt>
          <dd>{statusNames[status]}</dd>
        </div>
        <div>
          <dt>Client</dt>
          <dd>
            <Client person={{ name: clientName, email: clientEmail, phone: clientPhone }} />
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${encodeURI(clientEmail)}`}>
              <AddressWords address={clientEmail} />
            </a>
          </dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>
            <a href={phoneHref(clientPhone)}>{clientPhone}</a>
          </dd>
        </div>
        <div>
          <dt>Meeting</dt>
          <dd>
            <Place booking={booking} />
          </dd>
        </div>
        {where ? (
          <div>
            <dt>Destinations</dt>
            <dd>{where}</dd>
          </div>
        ) : null}
        <div>
          <dt>Payment</dt>
          <dd>{paymentWords(booking)}</dd>
        </div>
        <div>
          <dt>As they saw it</dt>
          <dd>{shownWords(booking)}</dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>{momentIn(Date.parse(createdAt), ownerZone)}</dd>
        </div>
        <div>
          <dt>Reference</dt>
          <dd>{reference}</dd>
        </div>
      </dl>
    </section>
  )
}

function shownWords({ date, timeSlot, timezone }: DeskBooking): string {
  const day = longDate(Date.parse(`${date}T12:00:00Z`), 'UTC')
  return `${day}, ${timeSlot}, ${zoneWords(timezone)}`
}

/** Where they meet, as the owner needs it. */
function Place({ booking }: { booking: DeskBooking }) {
  const { place, meetingUrl, address } = booking
  if (place === 'phone') return 'You call the guest'
  if (place === 'in_person') return `In person: ${address}`
  if (!meetingUrl) return place === 'link' ? 'No link yet' : 'Automatic video room, not created yet'
  return (
    <a href={meetingUrl} target="_blank" rel="noopener noreferrer">
      {place === 'video_room' ? 'Automatic video room' : meetingUrl}
    </a>
  )
}
