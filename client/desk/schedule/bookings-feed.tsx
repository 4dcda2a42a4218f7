import { useRef, useState } from 'react'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/confirm-dialog.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import { momentWords } from '#client/lib/data/moment-words.ts'
import { FieldError, TextField } from '#client/ui/controls/field.tsx'
import { renewBookingsFeed } from '#shared/schedule/feed-api.ts'
import styles from './feed-box.module.css'

interface BookingsFeedProps {
  madeAt: string | null
  barred: string | undefined
  onRenewed: () => void
}

/** The address by which the owner's calendar reads our bookings; shown once, when it is made. */
export function BookingsFeed({ madeAt, barred, onRenewed }: BookingsFeedProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [url, setUrl] = useState<string>()
  const [making, setMaking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const renew = async () => {
    dialog.current?.close()
    setMaking(true)
    setProblem(undefined)
    const answer = await call(renewBookingsFeed, {})
    setMaking(false)
    if (!answer.ok) return setProblem(answer.refusal.error)
    setUrl(answer.value.url)
    onRenewed()
  }
  return (
    <section className={styles.ours} aria-labelledby="bookings-feed">
      <div>
        <h3 id="bookings-feed">Your bookings in your calendar</h3>
        <p>
          {madeAt
            ? `A private address was made ${momentWords(Date.parse(madeAt), systemClock())}. Whoever knows it sees your bookings.`
            : 'A private address that your calendar can subscribe to.'}
        </p>
      </div>
      <DeskButton
        variant="ghost"
        barred={barred}
        busy={making}
        onClick={() => (madeAt ? dialog.current?.showModal() : void renew())}
      >
        {madeAt ? 'Renew address' : 'Make address'}
      </DeskButton>
      <div className={styles.url} aria-live="polite">
        {url ? (
          <TextField
            label="Subscribe to this address"
            hint="Shown this once. Copy it now; a renewed address ends the one before."
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
          />
        ) : null}
        <FieldError id="bookings-feed-problem">{problem}</FieldError>
      </div>
      <ConfirmDialog
        ref={dialog}
        title="Renew the address?"
        confirm="Renew address"
        onConfirm={() => void renew()}
      >
        The present address stops working. Your calendar shows no bookings until it has the new one.
      </ConfirmDialog>
    </section>
  )
}
