import { Banner } from '#client/ui/controls/banner.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { clockTime } from '#shared/booking/times.ts'
import { firstName, momentIn } from './booking-words.ts'

/** What this booking waits for, where it does. */
export function BookingNotice({ booking }: { booking: DeskBooking }) {
  const { status, clash, offers, holdExpiresAt, keepsTime, ownerZone, start } = booking
  const name = firstName(booking)
  if (clash) {
    const at = (instant: string) => clockTime(Date.parse(instant), ownerZone)
    return (
      <Banner tone="conflict" title={`Your calendar now has something else at ${at(start)}`}>
        It shows you as busy from {at(clash.start)} to {at(clash.end)}. Nothing was changed, and{' '}
        {name} has not been told.
      </Banner>
    )
  }
  if (status === 'requested')
    return (
      <Banner tone="warn" title={`${name} asks for this time`}>
        {keepsTime
          ? 'It is kept until you answer. Accept it, or offer others.'
          : 'Its sender has many bookings already, so it keeps no time: others may still book it. Accept it to take the time, or cancel it.'}
      </Banner>
    )
  if (status === 'awaiting_payment' && holdExpiresAt)
    return (
      <Banner tone="warn" title="Not paid yet">
        The time is kept until {momentIn(Date.parse(holdExpiresAt), ownerZone)}.
      </Banner>
    )
  if (status !== 'needs_new_time') return null
  return offers.length > 0 ? (
    <Banner tone="info" title={`${name} is to choose one of these`}>
      {offers.map((offer) => momentIn(Date.parse(offer), ownerZone)).join('; ')}. They are not held.
    </Banner>
  ) : (
    <Banner tone="warn" title="This booking has no time">
      None of the times that were offered is free any more. Offer others, or move it yourself.
    </Banner>
  )
}
