import { formatDispute } from '#client/desk/bookings/bookings-text.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { callEndpoint } from '#client/lib/data/api.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { acknowledgeReversals, type DeskBooking } from '#shared/booking/desk-api.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { type DisputeState, disputeRules } from '#shared/payment/reversals.ts'
import type { BookingCommand } from './use-booking-command.tsx'

interface ReversalsProps {
  booking: DeskBooking
  command: BookingCommand
  /** UTC milliseconds. */
  now: number
  disabledReason: string | undefined
}

/**
 * Money that goes back to the guest without a decision at this desk: refunds in the payment
 * provider's dashboard, disputes, and refunds that could not be made. The first one asks whether the
 * meeting takes place.
 */
export function Reversals(props: ReversalsProps) {
  const { booking, command } = props
  const { refundsElsewhere, refusedRefunds, disputes, currency, ownerZone } = booking
  const open = disputes.filter(
    ({ state, isAcknowledged }) => !isAcknowledged || !disputeRules[state].isClosed,
  )
  const returned = refundsElsewhere.reduce((sum, { amount }) => sum + amount, 0)
  const mayAnswer = refundsElsewhere.length > 0 || refusedRefunds.length > 0
  const firstOpen = open.find(({ isAcknowledged }) => !isAcknowledged)
  return (
    <>
      {open.map((dispute) => (
        <Banner
          key={dispute.id}
          tone={isDecidedForUs(dispute.state) ? 'ok' : 'warn'}
          title={formatDispute({ ...dispute, currency }, ownerZone).title}
          action={dispute === firstOpen && !mayAnswer ? <KeepMeeting {...props} /> : null}
        >
          {formatDispute({ ...dispute, currency }, ownerZone).text}
          {dispute.isAcknowledged ? null : ` ${formatQuestion(props)}`}
        </Banner>
      ))}
      {refusedRefunds.map(({ id, amount }) => (
        <Banner
          key={id}
          tone="warn"
          title={`The refund of ${formatPrice(amount, currency)} was not made`}
          action={refundsElsewhere.length === 0 ? <KeepMeeting {...props} /> : null}
        >
          Nothing of this payment was left to refund. {command.formatNotice('was told by email.')}
        </Banner>
      ))}
      {returned > 0 ? (
        <Banner
          tone="warn"
          title={`${formatPrice(returned, currency)} was refunded at the payment provider`}
          action={<KeepMeeting {...props} />}
        >
          There is a credit note. {command.formatNotice('has it by email.')} {formatQuestion(props)}
        </Banner>
      ) : null}
    </>
  )
}

function isDecidedForUs(state: DisputeState): boolean {
  const { isClosed = false, money } = disputeRules[state]
  return isClosed && money === 'ours'
}

function isAhead({ booking: { status, end }, now }: ReversalsProps): boolean {
  return (status === 'confirmed' || status === 'needs_new_time') && Date.parse(end) > now
}

function formatQuestion(props: ReversalsProps): string {
  return isAhead(props) ? 'Does the meeting still take place? Keep it, or cancel it below.' : ''
}

function KeepMeeting(props: ReversalsProps) {
  const { command, disabledReason } = props
  const ahead = isAhead(props)
  const keep = () =>
    command.run(
      (given) => callEndpoint(acknowledgeReversals, given),
      ahead ? 'The meeting stays as it is.' : 'Noted.',
    )
  return (
    <DeskButton
      variant="ghost"
      busy={command.busy}
      disabledReason={disabledReason}
      onClick={() => void keep()}
    >
      {ahead ? 'Keep the meeting' : 'Noted'}
    </DeskButton>
  )
}
