import { useRef } from 'react'
import { firstName } from '#client/desk/bookings/booking-words.ts'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { call } from '#client/lib/data/api.ts'
import { refundBooking } from '#shared/booking/desk-api.ts'
import { RefundChoice, useRefundChoice } from './refund-choice.tsx'
import type { ActionProps } from './use-command.ts'

/** Gives money back of a meeting that is over; its status stays. */
export function RefundBooking(props: ActionProps & { barred: string | undefined }) {
  const { booking, command, barred } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const choosing = useRefundChoice(booking)
  const give = async () => {
    const refund = choosing.read()
    if (refund === undefined) return
    const done = `The refund is on its way. ${firstName(booking)} gets a credit note by e-mail.`
    await command.give((given) => call(refundBooking, { ...given, refund }), done)
    dialog.current?.close()
  }
  return (
    <>
      <DeskButton variant="ghost" barred={barred} onClick={() => dialog.current?.showModal()}>
        Refund
      </DeskButton>
      <ConfirmDialog
        ref={dialog}
        title="Refund this booking?"
        confirm="Refund"
        keep="Keep the payment"
        danger
        busy={command.busy}
        onConfirm={() => void give()}
      >
        <p>
          The booking stays as it is. {firstName(booking)} gets a credit note by e-mail, and your
          sales are corrected by it.
        </p>
        <RefundChoice booking={booking} {...choosing.props} />
      </ConfirmDialog>
    </>
  )
}
