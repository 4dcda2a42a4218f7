import { useRef, useState } from 'react'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/confirm-dialog.tsx'
import { call } from '#client/lib/data/api.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { type DeskBooking, settleRefund } from '#shared/booking/desk-api.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { firstName } from './booking-words.ts'
import type { Commanding } from './use-command.ts'

interface FailedRefundProps {
  booking: DeskBooking
  refund: DeskBooking['failedRefunds'][number]
  command: Commanding
  offline: string | undefined
}

/** Money that the bank would not take back: it has to go another way, and that is written down. */
export function FailedRefund({ booking, refund, command, offline }: FailedRefundProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const price = formatPrice(refund.amount, booking.currency)
  const settle = async () => {
    if (!text.trim()) return setWrong('Please say how it went back.')
    const { id: refundId } = refund
    const done = `${price} is marked as given back in another way.`
    await command.give((given) => call(settleRefund, { ...given, refundId, text }), done)
    dialog.current?.close()
  }
  return (
    <>
      <Banner
        tone="warn"
        title={`The refund of ${price} failed`}
        action={
          <DeskButton variant="ghost" barred={offline} onClick={() => dialog.current?.showModal()}>
            Settled another way
          </DeskButton>
        }
      >
        The bank sent it back, so {firstName(booking)} does not have it. Send it another way, then
        mark it here.
      </Banner>
      <ConfirmDialog
        ref={dialog}
        title="Settled another way?"
        confirm="Mark as settled"
        keep="Not yet"
        busy={command.busy}
        onConfirm={() => void settle()}
      >
        <p>
          {price} counts as given back today, and your books are corrected by it. This cannot be
          taken back.
        </p>
        <TextField
          label="How it went back"
          hint="Only you see it, for instance: bank transfer, 21 November."
          maxLength={2000}
          autoComplete="off"
          value={text}
          error={wrong}
          onChange={({ target }) => {
            setText(target.value)
            setWrong(undefined)
          }}
        />
      </ConfirmDialog>
    </>
  )
}
