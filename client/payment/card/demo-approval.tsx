import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type BookingKey, rememberSignature } from '#client/payment/booking-key.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { DemoMark } from '#client/ui/controls/demo-mark.tsx'
import styles from './demo-approval.module.css'
import { confirmDemo } from './demo-payment.ts'

interface DemoApprovalProps {
  booking: BookingKey
  clientSecret: string
}

type Step = 'asking' | 'sending' | 'failed'

/** Stands in for the bank's own page, and leads back as that does: by the return page. */
export function DemoApproval({ booking, clientSecret }: DemoApprovalProps) {
  const [step, setStep] = useState<Step>('asking')
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  useEffect(() => heading.current?.focus(), [])

  const answer = async (outcome: 'succeed' | 'decline') => {
    if (step === 'sending') return
    setStep('sending')
    const end = await confirmDemo({ booking, clientSecret, outcome })
    if (end.kind === 'unknown') return setStep('failed')
    const status = end.kind === 'done' ? 'succeeded' : 'failed'
    rememberSignature(booking)
    void navigate(`/booking/success?id=${booking.id}&redirect_status=${status}`)
  }
  const busy = step === 'sending'
  return (
    <section className={styles.frame} aria-labelledby="demo-approval">
      <DemoMark />
      <h3 id="demo-approval" ref={heading} tabIndex={-1} className={styles.title}>
        Approve the payment
      </h3>
      <p className={styles.text}>
        Here your bank would ask whether it is you who pays, on its own page. In this demonstration
        you answer for it.
      </p>
      {step === 'failed' ? (
        <Banner tone="error" title="Your answer did not get through">
          Check the connection, then answer again.
        </Banner>
      ) : null}
      <div className={styles.actions}>
        <Button busy={busy} onClick={() => void answer('succeed')}>
          {busy ? 'Processing...' : 'Approve'}
        </Button>
        <Button variant="ghost" disabled={busy} onClick={() => void answer('decline')}>
          Decline
        </Button>
      </div>
    </section>
  )
}
