import { business } from '../../shared/site/business.ts'
import { SEND_FAILED, type SendState } from '../lib/send-form.ts'
import { Banner, BannerButton } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
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
      <Trouble state={state} onCancel={onCancel} />
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

function Trouble({ state, onCancel }: Pick<ClosingProps, 'state' | 'onCancel'>) {
  if (state.kind === 'failed')
    return state.waits ? (
      <Banner
        tone="error"
        title={SEND_FAILED}
        action={<BannerButton onClick={onCancel}>Cancel</BannerButton>}
      >
        Nothing you wrote is lost: it is kept on this device and tried again by itself.
      </Banner>
    ) : (
      <Banner tone="error" title={SEND_FAILED}>
        Nothing you wrote is lost. You can also write to {business.email}.
      </Banner>
    )
  if (state.kind === 'unsaved')
    return (
      <Banner tone="error" title="No connection: this has not been sent.">
        {state.full
          ? 'This device has no room left to queue it. Please keep this page open, and retry when you are back online.'
          : 'This browser could not queue it. Please keep this page open, and retry when you are back online.'}
      </Banner>
    )
  return null
}
