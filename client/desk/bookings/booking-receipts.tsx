import { useState } from 'react'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useRecords } from '#client/desk/queries/use-records.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import type from '#client/ui/type.module.css'
import { formatFullDate } from '#shared/booking/zoned-time.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { openReceipt, sendReceipt } from '#shared/payment/api.ts'
import { receiptNames } from '#shared/payment/receipt.ts'
import { type ReceiptRecord, salesCurrency } from '#shared/sales/api.ts'

interface BookingReceiptsProps {
  booking: { id: string; ownerZone: string }
  disabledReason: string | undefined
}

/** The sales documents of a booking: to open in a tab, which prints them, and to mail again. */
export function BookingReceipts({ booking, disabledReason }: BookingReceiptsProps) {
  const receipts = useRecords('receipt')
  const own = [...(receipts ?? [])].filter(([, { bookingId }]) => bookingId === booking.id)
  if (own.length === 0) return null
  return (
    <section>
      <h3>Receipts</h3>
      <ul className="stack gap-5">
        {own.map(([id, receipt]) => (
          <ReceiptRow
            key={id}
            {...{ id, receipt, disabledReason }}
            issued={formatFullDate(Date.parse(receipt.issuedAt), booking.ownerZone)}
          />
        ))}
      </ul>
    </section>
  )
}

interface ReceiptRowProps {
  id: string
  receipt: ReceiptRecord
  /** The date of issue, in words. */
  issued: string
  disabledReason: string | undefined
}

function ReceiptRow({ id, receipt, issued, disabledReason }: ReceiptRowProps) {
  const [result, setResult] = useState<{ text: string; isSent: boolean }>()
  const { busy, run } = useOneAtATime()
  const { kind, label, amount } = receipt
  const name = `${receiptNames[kind]} ${label}`
  const send = async () => {
    setResult(undefined)
    const answer = await callEndpoint(sendReceipt, { id })
    const text = answer.ok
      ? `${answer.value.isDelivered ? 'Sent to' : 'No mail server is set up, so it was saved as a file for'} ${answer.value.email}.`
      : answer.refusal.error
    setResult({ text, isSent: answer.ok })
    announce(text)
  }
  return (
    <li className="stack gap-2">
      <p>
        {name}, {issued}, {formatPrice(amount, salesCurrency)}
      </p>
      <div className="row wrap gap-2">
        {disabledReason ? null : (
          <ButtonLink
            small
            variant="ghost"
            href={`${openReceipt.path}?id=${encodeURIComponent(id)}`}
            target="_blank"
            aria-label={`Open or print ${name}`}
          >
            Open or print
          </ButtonLink>
        )}
        <DeskButton
          variant="ghost"
          busy={busy}
          disabledReason={disabledReason}
          aria-label={`Send again: ${name}`}
          onClick={() => void run(send)}
        >
          Send again
        </DeskButton>
      </div>
      {result ? <p className={result.isSent ? type.fine : kit.warning}>{result.text}</p> : null}
    </li>
  )
}
