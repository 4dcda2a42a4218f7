import { useState } from 'react'
import { parseSubmittedBooking, resumeBooking } from '#client/booking/submit/booking-submission.ts'
import { wordByMail } from '#client/lib/data/mail-wording.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { removeEntry } from '#client/outbox/outbox-client.ts'
import { QueuedNote } from '#client/outbox/queued-note.tsx'
import { toEditUrl, useEntry } from '#client/outbox/use-entry.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Facts } from '#client/ui/page/facts.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import styles from './booking.module.css'
import { listBookedFacts } from './booking-facts.ts'
import type { Flow, SavedBooking } from './flow.ts'
import { finishBooking } from './submit/finish-booking.ts'

/** The request is queued on this device; nothing is booked until the server has it. */
export function SavedStep({ flow, saved }: { flow: Flow; saved: SavedBooking }) {
  const { service, online, config } = flow
  const sent = { fields: saved.fields, serviceTitle: service.title, price: service }
  useTitle('Request saved')
  useQueuedOutcome(flow, saved)
  return (
    <ResultPage
      plate="lodge"
      title="Your request is safe here."
      lead={
        <>
          <p>Request saved on this device. It is not confirmed yet.</p>
          <p>
            {online
              ? 'It is sent as soon as this site can be reached'
              : 'It is sent when you are back online'}
            . Nothing is booked until it reaches me;{' '}
            {wordByMail(config, {
              sent: 'I then confirm by email.',
              notSent: 'this device then shows whether it is confirmed.',
            })}
          </p>
        </>
      }
    >
      <div className={styles.queuedNote}>
        <QueuedNote variant="box" savedAt={saved.savedAt} />
      </div>
      <Facts facts={listBookedFacts(sent, saved.start)} />
      <ResultActions>
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink variant="ghost" to={toEditUrl(`/service/${service.type}`, saved.key)}>
          Edit request
        </ButtonLink>
      </ResultActions>
      <RemoveRequest flow={flow} saved={saved} />
    </ResultPage>
  )
}

/** Follows the outbox entry, which page or service worker may send, and goes to the next step. */
function useQueuedOutcome(flow: Flow, saved: SavedBooking): void {
  const entry = useEntry(saved.key)
  // Keyed by state, so that each state is handled once.
  useEffectOn(entry === null ? 'none' : entry?.state, () => {
    if (entry === null) {
      // Removed in another tab, or its receipt was deleted after 30 days.
      flow.change({ savedBooking: null })
      flow.goToStep('calendar', 'replace')
    }
    if (entry?.state === 'sent' && entry.deliveryReceipt) {
      const receipt = parseSubmittedBooking(entry.deliveryReceipt.answer, saved.fields)
      if (receipt) finishBooking(flow, receipt)
    }
    if (entry?.state === 'attention') {
      void resumeBooking(entry, flow).then((step) => step && flow.goToStep(step, 'replace'))
    }
  })
}

/** Removes the request after a second question: there is no undo. */
function RemoveRequest({ flow, saved }: { flow: Flow; saved: SavedBooking }) {
  const [asking, setAsking] = useState(false)
  const { run } = useOneAtATime()
  const remove = async () => {
    if (!(await removeEntry(saved.key))) return setAsking(false)
    announce('The request was removed from this device.')
    flow.change({ savedBooking: null })
    flow.goToStep('calendar', 'replace')
  }
  return asking ? (
    <div className={styles.removeRequest}>
      <p>Remove this request? It will not be sent.</p>
      <Button variant="quiet" onClick={() => void run(remove)}>
        Yes, remove it
      </Button>
      <Button variant="quiet" onClick={() => setAsking(false)} autoFocus>
        Keep it
      </Button>
    </div>
  ) : (
    <div className={styles.removeRequest}>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Remove from this device
      </Button>
    </div>
  )
}
