import { Suspense, useState } from 'react'
import { DeskButton, Iconed } from '#client/desk/kit/button.tsx'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { VideoIcon } from '#client/ui/icons.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { type OwnerCommand, openTo, reasonAgainst } from '#shared/booking/owner-commands.ts'
import { phoneHref } from '#shared/booking/place.ts'
import styles from './booking-actions.module.css'
import { CancelBooking } from './cancel-booking.tsx'
import { ConfirmCommand, plainCommands } from './confirm-command.tsx'
import { MoveBooking } from './move-booking.tsx'
import { PlaceBooking } from './place-booking.tsx'
import { RefundBooking } from './refund-booking.tsx'
import type { ActionProps } from './use-command.ts'

const HOUR = 3_600_000

// Fetched when it is asked for: it needs a connection anyway, and much of the visitors' booking page.
const OfferTimes = lazyNamed(
  () => import('./offer-times.tsx'),
  (module) => module.OfferTimes,
)

/** What the owner may do with this booking now; what its state allows only later is barred, with the reason. */
export function BookingActions(props: ActionProps) {
  const { booking, now, offline } = props
  const [offering, setOffering] = useState(false)
  const shown = shownCommands(booking, now)
  const reason = (command: OwnerCommand) => offline ?? reasonAgainst(command, judged(booking), now)
  const reasons = new Set(shown.map(reason).filter((one) => one !== undefined))
  const over = Date.parse(booking.end) <= now
  return (
    <div className={styles.actions}>
      <div className={styles.row}>
        <MeetingLinks {...{ booking, over }} />
        {plainCommands
          .filter((command) => command !== 'resend' && shown.includes(command))
          .map((command) => (
            <ConfirmCommand key={command} {...props} kind={command} barred={reason(command)} />
          ))}
        {shown.includes('move') ? <MoveBooking {...props} barred={reason('move')} /> : null}
        {shown.includes('offer') ? (
          <DeskButton
            variant="ghost"
            barred={reason('offer')}
            aria-expanded={offering}
            onClick={() => setOffering(!offering)}
          >
            Offer other times
          </DeskButton>
        ) : null}
        {shown.includes('place') ? <PlaceBooking {...props} barred={reason('place')} /> : null}
        {shown.includes('resend') ? (
          <ConfirmCommand {...props} kind="resend" barred={reason('resend')} />
        ) : null}
        {shown.includes('refund') ? <RefundBooking {...props} barred={reason('refund')} /> : null}
        {shown.includes('cancel') ? <CancelBooking {...props} barred={reason('cancel')} /> : null}
      </div>
      {offline && shown.length > 0 ? (
        <p className={styles.why}>Changes and mails need a connection. You can read everything.</p>
      ) : (
        [...reasons].map((one) => (
          <p key={one} className={styles.why}>
            {one}
          </p>
        ))
      )}
      {shown.length === 0 ? <p className={styles.why}>{ended(booking, now)}</p> : null}
      {offering && shown.includes('offer') && !offline ? (
        <Suspense fallback={null}>
          <OfferTimes {...props} close={() => setOffering(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The way into a meeting that stands. */
function MeetingLinks({ booking, over }: { booking: DeskBooking; over: boolean }) {
  const stands = booking.status === 'confirmed' && !over
  const meeting = stands ? booking.meetingUrl : null
  const calls = stands && booking.place === 'phone'
  return (
    <>
      {meeting ? (
        <ButtonLink small href={meeting} target="_blank" rel="noopener noreferrer">
          <Iconed>
            <VideoIcon />
            Open meeting
          </Iconed>
        </ButtonLink>
      ) : null}
      {calls ? (
        <ButtonLink small href={phoneHref(booking.clientPhone)}>
          Call {booking.clientPhone}
        </ButtonLink>
      ) : null}
    </>
  )
}

function judged({ status, start, end, clash }: DeskBooking) {
  return { status, start: Date.parse(start), end: Date.parse(end), clash: clash !== null }
}

const buttons: readonly OwnerCommand[] = [
  'accept',
  'complete',
  'miss',
  'keep',
  'resend',
  'move',
  'offer',
  'place',
  'refund',
  'cancel',
]

/** Those that belong to the state; of a meeting, what comes before it or after it. */
function shownCommands(booking: DeskBooking, now: number): OwnerCommand[] {
  const { status, start, end, clash } = booking
  const over = status === 'confirmed' && Date.parse(end) <= now
  const near = status !== 'confirmed' || Date.parse(start) - now < HOUR
  return buttons.filter((command) => {
    if (!openTo[command].includes(status)) return false
    if (command === 'keep') return clash !== null
    if (command === 'refund') return booking.refundable > 0
    if (command === 'complete' || command === 'miss') return near
    return !over || command === 'cancel'
  })
}

function ended(booking: DeskBooking, now: number): string {
  return reasonAgainst('cancel', judged(booking), now) ?? ''
}
