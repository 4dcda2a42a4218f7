import type { ReactNode } from 'react'
import { getServicePlate } from '#client/booking/service-text.ts'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import layout from '#client/ui/layout.module.css'
import { AsidePage } from '#client/ui/page/aside-page.tsx'
import type { Fact } from '#client/ui/page/facts.tsx'
import step from '#client/ui/page/step-head.module.css'
import type { BookingView } from '#shared/booking/api.ts'
import { formatDestinations } from '#shared/content/destinations.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { appendTaxNote, formatTaxNote } from '#shared/payment/vat.ts'
import { toWriteLink } from '#shared/site/contact-links.ts'
import styles from './manage.module.css'

interface ManageLayoutProps {
  booking: BookingView
  status: string
  /** Whether small screens show only the service and the booking’s status, in one line. */
  isLine?: boolean
  children: ReactNode
}

/** The booking in the aside, the possible actions beside it. */
export function ManageLayout({ booking, status, isLine, children }: ManageLayoutProps) {
  const { service, serviceType } = booking
  return (
    <AsidePage
      plate={getServicePlate({ type: serviceType, side: service.side })}
      kicker="Your booking"
      title={service.title}
      facts={listSummaryFacts(booking, status)}
      {...(isLine ? { isLine, shortFacts: [status] } : {})}
    >
      {children}
    </AsidePage>
  )
}

function listSummaryFacts(booking: BookingView, status: string): Fact[] {
  const { amount, currency, purchase } = booking
  const tax = purchase ? formatTaxNote(currency, purchase.vat) : ''
  const where = formatDestinations(booking.destinations, booking.otherDestination)
  return [
    { term: 'Status', value: <b>{status}</b> },
    { term: 'For', value: `${booking.firstName} ${booking.lastName}` },
    ...(where ? [{ term: 'Destinations', value: where }] : []),
    {
      term: 'Fee',
      value: amount > 0 ? appendTaxNote(formatPrice(amount, currency), tax) : 'Complimentary',
    },
  ]
}

/** The page without a booking: while loading, and after a failure. */
function EmptyManageLayout({ children }: { children: ReactNode }) {
  return (
    <AsidePage plate="fjord" title="Your booking" facts={[]}>
      {children}
    </AsidePage>
  )
}

interface ManageErrorProps {
  title: string
  lead: string
  /** Links and buttons. */
  children: ReactNode
}

/** Uses the same frame as the skeleton, so that only the main column changes. */
export function ManageError({ title, lead, children }: ManageErrorProps) {
  return (
    <EmptyManageLayout>
      <div role="alert" className={styles.error}>
        <h2 className={step.title}>{title}</h2>
        <p className={styles.lead}>{lead}</p>
      </div>
      <div className={`${layout.buttons} ${styles.errorActions}`}>{children}</div>
    </EmptyManageLayout>
  )
}

export function ManageSkeleton() {
  return (
    <EmptyManageLayout>
      <noscript>
        <p>
          This page needs JavaScript, which this browser has turned off. To move or cancel your
          booking, <a href={toWriteLink()}>write to me</a> from the address you booked with.
        </p>
      </noscript>
      <div role="status" aria-label="Loading your booking" className="stack gap-5">
        <Skeleton className={styles.skeletonTitle} />
        <Skeleton className={styles.skeletonText} />
        <Skeleton className={styles.skeletonSheet} />
      </div>
    </EmptyManageLayout>
  )
}
