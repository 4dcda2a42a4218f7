import { business } from '../../shared/site/business.ts'
import { SEND_FAILED } from '../lib/send-form.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import styles from './closing.module.css'
import { BOOK_WITH_ANSWERS } from './keep-for-booking.ts'
import type { InquiryState } from './use-inquiry.ts'

interface ClosingProps {
  state: InquiryState
  onBook(): void
}

/** What can be done with the form: send it, print it, or begin a booking with it. */
export function Closing({ state, onBook }: ClosingProps) {
  const busy = state.kind === 'submitting'
  const again = state.kind === 'failed' || state.kind === 'kept'
  return (
    <div className={styles.closing} data-print="off">
      <Trouble state={state} />
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

function Trouble({ state }: { state: InquiryState }) {
  if (state.kind === 'failed')
    return (
      <Banner tone="error" title={SEND_FAILED}>
        Nothing you wrote is lost. You can also write to {business.email}.
      </Banner>
    )
  if (state.kind === 'kept')
    return (
      <Banner tone="warn" title="No connection: this has not been sent yet.">
        Your answers are kept on this device. Retry when you are back online.
      </Banner>
    )
  return null
}
