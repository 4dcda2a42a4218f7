import type { ReactNode } from 'react'
import type { BookingView } from '../../shared/booking/api.ts'
import { catalogue, type ServiceType } from '../../shared/booking/catalogue.ts'
import { formatAmount, taxNote } from '../../shared/payment/money.ts'
import { type Fact, Facts } from '../ui/facts.tsx'
import { Plate, type PlateName } from '../ui/plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './manage-frame.module.css'

const plates: Record<ServiceType, PlateName> = {
  'initial-consultation': 'fjord',
  'bespoke-planning': 'arch-night',
  'business-consultancy': 'sheet',
}

interface ManageFrameProps {
  plate?: PlateName
  title: string
  facts: readonly Fact[]
  children: ReactNode
}

/** The plate with what was booked at the left, what can be done at the right. */
function ManageFrame({ plate = 'fjord', title, facts, children }: ManageFrameProps) {
  return (
    <div className={styles.page}>
      <aside className={`${styles.aside} grain`} data-ground="dark" aria-label="Your booking">
        <div className={styles.scene} data-print="off">
          <Plate name={plate} />
        </div>
        <div className={styles.top}>
          <Wordmark />
        </div>
        <div className={styles.body}>
          <p className={styles.kicker}>Your booking</p>
          <h1 className={styles.title}>{title}</h1>
          {facts.length > 0 ? <Facts facts={facts} look="night" /> : null}
        </div>
      </aside>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  )
}

interface BookingFrameProps {
  booking: BookingView
  /** The status in words. */
  status: string
  children: ReactNode
}

export function ManagedBookingFrame({ booking, status, children }: BookingFrameProps) {
  const { serviceType, firstName, lastName, amount, currency } = booking
  const places = placesOf(booking)
  const facts: Fact[] = [
    { term: 'Status', value: <b>{status}</b> },
    { term: 'For', value: `${firstName} ${lastName}` },
    ...(places ? [{ term: 'Destinations', value: places }] : []),
    {
      term: 'Fee',
      value:
        amount > 0 ? `${formatAmount(amount, currency)}, ${taxNote(currency)}` : 'Complimentary',
    },
  ]
  return (
    <ManageFrame plate={plates[serviceType]} title={catalogue[serviceType].title} facts={facts}>
      {children}
    </ManageFrame>
  )
}

function placesOf({ destinations, otherDestination }: BookingView): string {
  const named = destinations.map((place) =>
    place === 'Other Nordic Country' && otherDestination ? otherDestination : place,
  )
  return named.join(', ')
}

export function ManageSkeleton() {
  return (
    <ManageFrame title="One moment" facts={[]}>
      <div role="status" aria-label="Loading your booking" className={styles.waiting}>
        <Skeleton className={styles.waitingTitle} />
        <Skeleton className={styles.waitingText} />
        <Skeleton className={styles.waitingSheet} />
      </div>
    </ManageFrame>
  )
}
