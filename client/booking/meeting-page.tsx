import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { is } from 'valibot'
import { useDeferredHydrated } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { useEndpoint } from '#client/lib/data/use-endpoint.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import { type BookingView, getBooking } from '#shared/booking/api.ts'
import { BookingId } from '#shared/booking/booking-id.ts'
import type { Service } from '#shared/content/service.ts'
import { findService, listServices } from '#shared/content/services.ts'
import { toWriteLink } from '#shared/site/contact-links.ts'
import { BookingFlow, type PaymentStepComponent } from './booking-flow.tsx'
import { MeetingSkeleton } from './booking-skeleton.tsx'
import { getActiveHold } from './flow.ts'
import {
  fillFromBooking,
  leaveUnchanged,
  prefillDraft,
  toSubmittedBooking,
} from './submit/prefill.ts'

const TITLE = 'Book a Consultation'

/** The page `/meeting`; its query names a `service`, or with `retry` a booking to resume. */
export function MeetingPage({ PaymentStep }: { PaymentStep: PaymentStepComponent }) {
  // The prerendered page cannot know the query.
  return useDeferredHydrated() ? (
    <MeetingFlow PaymentStep={PaymentStep} />
  ) : (
    <MeetingSkeleton kicker={TITLE} />
  )
}

function MeetingFlow({ PaymentStep }: { PaymentStep: PaymentStepComponent }) {
  const [query] = useSearchParams()
  const { retried, reload } = useResumedBooking(query.get('retry'))
  // Without `service` the address is only about that booking, so a missing one is an error.
  const isAbout = query.has('retry') && !query.has('service')
  if (retried === 'loading') return null
  if (retried === 'unknown' && isAbout) return <BookingNotFound />
  if (retried === 'no answer' && isAbout && !query.has('step'))
    return (
      <BookingErrorPage
        title="Your booking did not load"
        lead="This site could not be reached; your connection may be gone. Your booking is as it was."
      >
        <Button onClick={reload}>Try again</Button>
        <ButtonLink variant="ghost" to="/meeting">
          Start a new booking
        </ButtonLink>
      </BookingErrorPage>
    )
  const booking = typeof retried === 'object' ? retried : undefined
  const service = booking ? findService(booking.serviceType) : getServiceFromQuery(query)
  if (!service) return <Navigate to={booking ? toManagePath(booking) : '/services'} replace />
  const next = booking && getResumePath(booking, query, isAbout)
  if (next) return <Navigate to={next} replace />
  const fill = query.get('prefill') === 'true' ? prefillDraft : leaveUnchanged
  return (
    <BookingFlow
      key={service.type}
      service={service}
      PaymentStep={PaymentStep}
      kicker={TITLE}
      prepare={booking ? (draft) => fillFromBooking(draft, booking) : fill}
    />
  )
}

/** The service in the query, else the consultation; undefined if the site offers nothing. */
function getServiceFromQuery(query: URLSearchParams): Service | undefined {
  const [first] = listServices()
  return (
    findService(query.get('service') ?? undefined) ?? findService('initial-consultation') ?? first
  )
}

/** A booking whose service is no longer offered can only be seen, paid, moved or cancelled. */
function toManagePath({ id }: BookingView): string {
  return `/booking/manage?id=${id}`
}

/**
 * Where to resume a booking: the step `confirmed` if it is confirmed, the payment while its hold
 * lasts, else its page `/booking/manage`; undefined if the visitor is choosing a new time.
 */
function getResumePath(
  booking: BookingView,
  query: URLSearchParams,
  isAbout: boolean,
): string | undefined {
  if (query.has('step')) return undefined
  if (booking.status === 'confirmed') return `?${query}&step=confirmed`
  if (getActiveHold(toSubmittedBooking(booking), systemClock())) return `?${query}&step=payment`
  return isAbout ? toManagePath(booking) : undefined
}

type ResumedBooking = BookingView | 'none' | 'loading' | 'unknown' | 'no answer'

/** Loads the booking to resume; the server answers only the browser that made it. */
function useResumedBooking(id: string | null): { retried: ResumedBooking; reload: () => void } {
  const { value, loading, refusal, reload } = useEndpoint(
    getBooking,
    is(BookingId, id) ? { id } : undefined,
  )
  if (id === null) return { retried: 'none', reload }
  if (loading) return { retried: 'loading', reload }
  const isUnknown = refusal === undefined || refusal.status === 404
  return { retried: value ?? (isUnknown ? 'unknown' : 'no answer'), reload }
}

/** Shown rather than an empty booking form, which the link did not ask for. */
function BookingNotFound() {
  return (
    <BookingErrorPage
      title="There is no booking at this address."
      lead="The link may be incomplete, or it belongs to another browser. Please open it again, or start a new booking."
    >
      <ButtonLink to="/meeting" arrow>
        Start a new booking
      </ButtonLink>
      <ButtonLink variant="ghost" href={toWriteLink()}>
        Write to me
      </ButtonLink>
    </BookingErrorPage>
  )
}

function BookingErrorPage({
  title,
  lead,
  children,
}: {
  title: string
  lead: string
  children: ReactNode
}) {
  useTitle('Book a Consultation')
  return (
    <ResultPage plate="lodge" title={title} lead={lead}>
      <ResultActions>{children}</ResultActions>
    </ResultPage>
  )
}
