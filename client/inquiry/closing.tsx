import type { SendState } from '#client/outbox/send-form.ts'
import { SendTrouble } from '#client/outbox/send-trouble.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import styles from './closing.module.css'
import { BOOK_WITH_ANSWERS } from './keep-for-booking.ts'

interface ClosingProps {
  state: SendState
  onBook(): void
  /** Takes back what waits to be tried again. */
  onCancel(): void
}

/** What can be done with the form: send it, print it, or begin a booking with it. */
export function Closing({ state, onBook, onCancel }: ClosingProps) {
  const busy = state.kind === 'submitting'
  const again = state.kind === 'failed' || state.kind === 'unsaved'
  return (
    <div className={styles.closing} data-print="off">
      <SendTrouble state={state} onCancel={onCancel} />
      <p className={styles.words}>
        Kept on this device as you write; sent when you choose. You can also take it with you as a
        print, or begin a booking with your destination and contact details.
      </p>
      <div className={styles.actions}>
        <Button type="submit" busy={busy} arrow>
          {busy ? 'Submitting...' : again ? 'Retry' : 'Send'}
        </Button>
        <ButtonLink variant="ghost" to={BOOK_WITH_ANSWERS} onClick={onBook}>
          Book with these answers
        </ButtonLink>
        <span className={styles.print}>
          <Button variant="quiet" onClick={() => print()}>
            Print or save as PDF
          </Button>
        </span>
      </div>
    </div>
  )
}
