import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { rememberSignature } from '#client/payment/booking-key.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { CardFrame } from './card-frame.tsx'
import type { CardProps } from './card-props.ts'
import { CardSkeleton } from './card-skeleton.tsx'
import { PayRow } from './pay-row.tsx'
import styles from './stripe-card.module.css'
import { type CardForm, type CardFormOptions, openCardForm } from './stripe-form.ts'

interface StripeCardProps extends CardProps {
  publishableKey: string
}

/** The provider's own fields: no digit of the card passes through this page. */
export function StripeCard({ publishableKey, ...props }: StripeCardProps) {
  const { clientSecret, customerName, payment, booking } = props
  const host = useRef<HTMLDivElement>(null)
  const [card, retry] = useCardForm(host, { publishableKey, clientSecret, customerName })
  const busy = payment.phase === 'processing'
  const pay = () => {
    if (card.state !== 'open') return
    rememberSignature(booking)
    void payment.pay(() => card.form.confirm(returnUrl(booking.id)))
  }
  return (
    <>
      {card.state === 'failed' ? <LoadFailed retry={retry} /> : null}
      <div hidden={card.state === 'failed'}>
        <CardFrame
          aside={
            card.state === 'opening'
              ? 'Opening the secure form'
              : 'Handled by the payment provider, never stored here'
          }
        >
          <div className={styles.stack} inert={busy}>
            {card.state === 'opening' ? <CardSkeleton /> : null}
            <div ref={host} className={card.state === 'open' ? styles.open : styles.waiting} />
          </div>
        </CardFrame>
        <PayRow
          amount={props.amount}
          busy={busy}
          disabled={props.blocked || card.state !== 'open'}
          onPay={pay}
        />
      </div>
    </>
  )
}

/** Where the bank sends people after its own page. */
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
      Nothing was charged, and your details are kept. Check the connection; a content blocker can
      also stop the payment provider’s form.
    </Banner>
  )
}

type CardFormState = { state: 'opening' } | { state: 'failed' } | { state: 'open'; form: CardForm }

/** The provider's card fields in `host`, and a way to fetch them once more. */
function useCardForm(
  host: RefObject<HTMLElement | null>,
  { publishableKey, clientSecret, customerName }: Omit<CardFormOptions, 'signal'>,
): [CardFormState, () => void] {
  const [shown, setShown] = useState<CardFormState>({ state: 'opening' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens the form anew
  useEffect(() => {
    if (!host.current) return
    const left = new AbortController()
    const { signal } = left
    setShown({ state: 'opening' })
    openCardForm(host.current, { publishableKey, clientSecret, customerName, signal }).then(
      (form) => {
        if (!signal.aborted) setShown({ state: 'open', form })
      },
      () => {
        if (!signal.aborted) setShown({ state: 'failed' })
      },
    )
    return () => left.abort()
  }, [host, publishableKey, clientSecret, customerName, attempt])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return [shown, retry]
}
