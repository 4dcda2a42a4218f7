import { useRef } from 'react'
import { useAsync } from '#client/lib/use-async.ts'
import { storeSignature } from '#client/payment/booking-credentials.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import styles from './card.module.css'
import { CardFrame, type CardProps, CardSkeleton, PayRow } from './card-parts.tsx'
import { mountCardForm } from './stripe-form.ts'

interface StripeCardProps extends CardProps {
  publishableKey: string
}

/**
 * The provider's own fields, so that this page never sees the card's number. The fields show what is
 * incomplete; `PaymentStep` shows a declined card.
 */
export function StripeCard({ publishableKey, ...props }: StripeCardProps) {
  const { clientSecret, customerName, payment, booking } = props
  const host = useRef<HTMLDivElement>(null)
  const mountForm = (signal: AbortSignal) => {
    if (!host.current)
      throw new Error(
        'The element for the card form is not on the page yet. Open the form after mounting it.',
      )
    return mountCardForm(host.current, { publishableKey, clientSecret, customerName, signal })
  }
  const card = useAsync(`${publishableKey} ${clientSecret} ${customerName}`, mountForm)
  const form = card.loading || card.error ? undefined : card.value
  const failed = !card.loading && card.error !== undefined
  const busy = payment.phase === 'processing'
  const pay = () => {
    if (!form) return
    // Before paying, because the bank may take the visitor to its own page.
    storeSignature(booking)
    void payment.pay(() => form.confirm(getReturnUrl(booking.id)))
  }
  return (
    <>
      {failed ? (
        <Banner
          tone="error"
          title="The card form could not be loaded"
          action={<BannerButton onClick={card.reload}>Try again</BannerButton>}
        >
          Nothing was charged, and your details are saved. Check the connection; a content blocker
          can also stop the payment provider’s form.
        </Banner>
      ) : null}
      <div hidden={failed}>
        <CardFrame
          aside={
            card.loading
              ? 'Opening the secure form'
              : 'Handled by the payment provider, never stored here'
          }
        >
          <div className={styles.overlay} inert={busy}>
            {card.loading ? <CardSkeleton /> : null}
            <div ref={host} className={form ? undefined : styles.mounting} />
          </div>
        </CardFrame>
        <PayRow amount={props.amount} busy={busy} disabled={props.isBlocked || !form} onPay={pay} />
      </div>
    </>
  )
}

/** Where the bank redirects the visitor after its own page. */
function getReturnUrl(bookingId: string): string {
  return `${location.origin}/booking/success?id=${bookingId}`
}
