import type { Flow } from '#client/booking/flow.ts'
import type { UseSubmitResult } from '#client/booking/submit/use-submit.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import text from '#client/ui/type.module.css'
import { CANCELLATION_HOURS } from '#shared/booking/booked-service.ts'
import { isPaid } from '#shared/content/services.ts'
import styles from './details-step.module.css'

/** The payment step follows. Nothing is paid for a time that the owner may have to refuse. */
function takesPayment({ service, draft }: Flow): boolean {
  return isPaid(service) && !draft.isRequest
}

export function getSubmitLabel(flow: Flow, busy: boolean): string {
  if (busy) return 'Submitting...'
  if (takesPayment(flow)) return 'Continue to payment'
  return flow.online && !flow.draft.isRequest ? 'Confirm booking' : 'Send request'
}

interface SubmitRowProps {
  flow: Flow
  busy: boolean
  /** False if the browser is offline or the last attempt got no answer. */
  connected: boolean
}

export function SubmitRow({ flow, busy, connected }: SubmitRowProps) {
  const { service, draft, online } = flow
  const paid = isPaid(service)
  return (
    <div className={styles.submit}>
      <p className={text.note}>{takesPayment(flow) ? getPaidNote(connected) : getFreeNote(flow)}</p>
      <Button type="submit" arrow busy={busy} disabled={draft.start === null || (paid && !online)}>
        {getSubmitLabel(flow, busy)}
      </Button>
    </div>
  )
}

function getPaidNote(connected: boolean): string {
  return connected
    ? 'Your time is held for 15 minutes while you pay.'
    : 'Next: card payment. You need to be online for that step.'
}

function getFreeNote({ service, draft, online }: Flow): string {
  if (isPaid(service)) return 'Nothing to pay now: I look at my calendar first, and answer.'
  if (!online)
    return 'Nothing to pay. Your request is saved on this device and sent when you are back online.'
  return draft.isRequest
    ? 'Nothing to pay. It is a request until I have looked at my calendar.'
    : `Nothing to pay. You can cancel up to ${CANCELLATION_HOURS} hours before the call.`
}

interface SubmitProblemBannerProps {
  submit: UseSubmitResult
  onRetry: () => void
}

/** Why sending failed, unless single fields show it. The form keeps its text. */
export function SubmitProblemBanner({ submit, onRetry }: SubmitProblemBannerProps) {
  const { problem } = submit
  if (!problem || problem.kind === 'fields') return null
  // Other banners say these.
  if (problem.kind === 'no connection' || problem.kind === 'changed') return null
  return (
    <div className={styles.banner}>
      {problem.kind === 'unsent' ? (
        <Banner
          tone="error"
          title="Your booking was not sent."
          action={<BannerButton onClick={onRetry}>Retry</BannerButton>}
        >
          {problem.isStorageFull
            ? 'The server did not answer, and this device has no room left to save it. Please keep this page open.'
            : 'The server did not answer. Nothing is lost: what you typed stays on this page.'}
        </Banner>
      ) : (
        <Banner
          tone="error"
          title={problem.message}
          action={
            <>
              <BannerButton onClick={onRetry}>Retry</BannerButton>
              {problem.isQueued ? (
                <BannerButton onClick={() => void submit.cancel()}>Cancel</BannerButton>
              ) : null}
            </>
          }
        >
          {problem.isQueued
            ? 'Your request is saved on this device and will be sent again automatically. It is not confirmed yet.'
            : 'What you typed is saved. Please try again, or write to me.'}
        </Banner>
      )}
    </div>
  )
}

/** How the service differs from what the visitor saw; the summary beside the form shows it as it is now. */
export function ChangedServiceBanner({ flow, onAccept }: { flow: Flow; onAccept: () => void }) {
  const { changedService } = flow.draft
  if (!changedService || changedService.version < flow.version) return null
  return (
    <div className={styles.banner}>
      <Banner
        tone="conflict"
        title="This has changed since you opened the page."
        action={<BannerButton onClick={onAccept}>Go on with this</BannerButton>}
      >
        {[...changedService.changes, 'Nothing is booked yet, and what you typed is kept.'].join(
          ' ',
        )}
      </Banner>
    </div>
  )
}

/** Explains that a paid service cannot be booked offline. */
export function NoConnectionBanner({ onRetry }: { onRetry: (() => void) | undefined }) {
  return (
    <div className={styles.banner}>
      <Banner
        tone="info"
        title="Payment needs a connection. Your details are kept on this device."
        action={onRetry ? <BannerButton onClick={onRetry}>Retry</BannerButton> : null}
      >
        The time is not held until you are back online.
      </Banner>
    </div>
  )
}
