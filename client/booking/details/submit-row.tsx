import type { Flow } from '#client/booking/flow.ts'
import { Button } from '#client/ui/button.tsx'
import { isPaid } from '#shared/booking/catalogue.ts'
import styles from './details-step.module.css'

export function submitLabel(flow: Flow, busy: boolean): string {
  if (busy) return 'Submitting...'
  if (isPaid(flow.service)) return 'Continue to payment'
  return flow.online ? 'Confirm booking' : 'Send request'
}

interface SubmitRowProps {
  flow: Flow
  busy: boolean
  /** False where the browser is offline or the last try had no answer. */
  connected: boolean
}

export function SubmitRow({ flow, busy, connected }: SubmitRowProps) {
  const { service, draft, online } = flow
  const paid = isPaid(service)
  return (
    <div className={styles.submit}>
      <p>{paid ? paidNote(connected) : freeNote(online)}</p>
      <Button type="submit" arrow busy={busy} disabled={draft.start === null || (paid && !online)}>
        {submitLabel(flow, busy)}
      </Button>
    </div>
  )
}

function paidNote(connected: boolean): string {
  return connected
    ? 'Your time is held for 15 minutes while you pay.'
    : 'Next: card payment. You need to be online for that step.'
}

function freeNote(online: boolean): string {
  return online
    ? 'Nothing to pay. You can cancel up to 24 hours before the call.'
    : 'Nothing to pay. Your request is saved on this device and sent when you are back online.'
}
