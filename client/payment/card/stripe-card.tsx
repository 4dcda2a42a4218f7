import { useRef } from 'react'
import { useAsync } from '#client/lib/use-async.ts'
import { rememberSignature } from '#client/payment/booking-key.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import styles from './card.module.css'
import { CardFrame, type CardProps, CardSkeleton, PayRow } from './card-parts.tsx'
import { openCardForm } from './stripe-form.ts'

interface StripeCardProps extends CardProps {
  publishableKey: string
}

/** The provider's own fields, so that this page never sees the card's number. */
export function StripeCard({ publishableKey, ...props }: StripeCardProps) {
  const { clientSecret, customerName, payment, booking } = props
  const host = useRef<HTMLDivElement>(null)
  const open = (signal: AbortSignal) => {
    if (!host.current) throw new Error('The card form has a place on the page')
    return openCardForm(host.current, { publishableKey, clientSecret, customerName, signal })
  }
  const card = useAsync(`${publishableKey} ${clientSecret} ${customerName}`, open)
  const form = card.loading || card.error ? undefined : card.value
  const failed = !card.loading && card.error !== undefined
  const busy = payment.phase === 'processing'
  const pay = () => {
    if (!form) return
    rememberSignature(booking)
    void payment.pay(() => form.confirm(returnUrl(booking.id)))
  }
  return (
    <>
      {failed ? <LoadFailed retry={card.reload} /> : null}
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
            <div ref={host} className={form ? undefined : styles.opening} />
          </div>
        </CardFrame>
        <PayRow amount={props.amount} busy={busy} disabled={props.blocked || !form} onPay={pay} />
      </div>
    </>
  )
}

/** Where the bank redirects the visitor after its own page. */
function returnUrl(bookingId: string): string {
  return `${location.origin}/booking/success?id=${bookingId}`
}

function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <Banner
      tone="error"
      title="The card form could not be loaded"
      action={<BannerButton onClick={retry}>Try again</BannerButton>}
    >
      Nothing was charged, and your details are saved. Check the connection; a content blocker can
      also stop the payment provider’s form.
    </Banner>
  )
}
