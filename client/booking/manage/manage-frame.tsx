import type { ReactNode } from 'react'
import { serviceCopy } from '#client/booking/service-copy.ts'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import layout from '#client/ui/layout.module.css'
import { AsidePage } from '#client/ui/page/aside-page.tsx'
import type { Fact } from '#client/ui/page/facts.tsx'
import step from '#client/ui/page/step-head.module.css'
import type { BookingView } from '#shared/booking/api.ts'
import { catalogue, destinationWords } from '#shared/booking/catalogue.ts'
import { formatPrice, taxNote } from '#shared/lib/money.ts'
import { business } from '#shared/site/business.ts'
import styles from './manage.module.css'

interface ManageFrameProps {
  booking: BookingView
  /** Text of the status. */
  status: string
  children: ReactNode
}

/** The booking in the aside, the possible actions beside it. */
export function ManageFrame({ booking, status, children }: ManageFrameProps) {
  const { title } = catalogue[booking.serviceType]
  return (
    <AsidePage
      plate={serviceCopy[booking.serviceType].plate}
      kicker="Your booking"
      title={title}
      facts={factsOf(booking, status)}
    >
      {children}
    </AsidePage>
  )
}

function factsOf(booking: BookingView, status: string): Fact[] {
  const { amount, currency } = booking
  const where = destinationWords(booking.destinations, booking.otherDestination)
  return [
    { term: 'Status', value: <b>{status}</b> },
    { term: 'For', value: `${booking.firstName} ${booking.lastName}` },
    ...(where ? [{ term: 'Destinations', value: where }] : []),
    {
      term: 'Fee',
      value:
        amount > 0 ? `${formatPrice(amount, currency)}, ${taxNote(currency)}` : 'Complimentary',
    },
  ]
}

/** The page without a booking: while loading, and after a failure. */
function UnknownBooking({ children }: { children: ReactNode }) {
  return (
    <AsidePage plate="fjord" title="Your booking" facts={[]}>
      {children}
    </AsidePage>
  )
}

interface ManageTroubleProps {
  title: string
  lead: string
  /** Links and buttons. */
  children: ReactNode
}

/** Uses the same frame as the skeleton, so that only the main column changes. */
export function ManageTrouble({ title, lead, children }: ManageTroubleProps) {
  return (
    <UnknownBooking>
      <div role="alert" className={styles.trouble}>
        <h2 className={step.title}>{title}</h2>
        <p className={styles.lead}>{lead}</p>
      </div>
      <div className={`${layout.buttons} ${styles.ways}`}>{children}</div>
    </UnknownBooking>
  )
}

export function ManageSkeleton() {
  return (
    <UnknownBooking>
      <noscript>
        <p>
          This page needs JavaScript, which this browser has turned off. To move or cancel your
          booking, <a href={`mailto:${business.email}`}>write to us</a> from the address you booked
          with.
        </p>
      </noscript>
      <div role="status" aria-label="Loading your booking" className={styles.waiting}>
        <Skeleton className={styles.waitingTitle} />
        <Skeleton className={styles.waitingText} />
        <Skeleton className={styles.waitingSheet} />
      </div>
    </UnknownBooking>
  )
}
