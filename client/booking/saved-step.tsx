import { useState } from 'react'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { takeBack } from '#client/outbox/outbox.ts'
import { editingAddress, useEntry } from '#client/outbox/use-entry.ts'
import { WaitingNote } from '#client/outbox/waiting-note.tsx'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Facts } from '#client/ui/page/facts.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import styles from './booking.module.css'
import type { Flow, Saved } from './flow.ts'
import { settle } from './submit/finish-booking.ts'
import { draftOf, receiptFrom } from './submit/request.ts'
import { bookedFacts } from './summary.ts'

/** The request is queued on this device; nothing is booked until the server has it. */
export function SavedStep({ flow, saved }: { flow: Flow; saved: Saved }) {
  const { service, online } = flow
  useTitle('Request saved')
  useOutcome(flow, saved)
  return (
    <ResultPage
      plate="lodge"
      title="Your request is safe here."
      lead={
        <>
          <p>Request saved on this device. It is not confirmed yet.</p>
          <p>
            {online
              ? 'It is sent as soon as we can be reached'
              : 'It is sent when you are back online'}
            . Nothing is booked until it reaches us; we then confirm by e&#8209;mail.
          </p>
        </>
      }
    >
      <div className={styles.waiting}>
        <WaitingNote look="box" savedAt={saved.savedAt} />
      </div>
      <Facts facts={bookedFacts(saved.fields, saved.start)} />
      <ResultActions>
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink variant="ghost" to={editingAddress(`/service/${service.type}`, saved.key)}>
          Edit request
        </ButtonLink>
      </ResultActions>
      <RemoveRequest flow={flow} saved={saved} />
    </ResultPage>
  )
}

/** Follows the outbox entry, which page or service worker may send, and goes to the next step. */
function useOutcome(flow: Flow, saved: Saved): void {
  const entry = useEntry(saved.key)
  // Keyed by state, so that each state is handled once.
  useEffectOn(entry === null ? 'none' : entry?.state, () => {
    if (entry === null) {
      // Removed in another tab, or its receipt was deleted after 30 days.
      flow.change({ saved: null })
      flow.go('calendar', 'replace')
    }
    if (entry?.state === 'sent' && entry.receipt) {
      const receipt = receiptFrom(entry.receipt.answer, saved.fields)
      if (receipt) settle(flow, receipt)
    }
    if (entry?.state === 'attention') {
      const { draft, step } = draftOf(entry, flow)
      flow.change(draft)
      flow.go(step, 'replace')
    }
  })
}

/** Removes the request after a second question: there is no undo. */
function RemoveRequest({ flow, saved }: { flow: Flow; saved: Saved }) {
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    if (!(await takeBack(saved.key))) return setAsking(false)
    announce('The request was removed from this device.')
    flow.change({ saved: null })
    flow.go('calendar', 'replace')
  }
  return asking ? (
    <div className={styles.remove}>
      <p>Remove this request? It will not be sent.</p>
      <Button variant="quiet" onClick={() => void remove()}>
        Yes, remove it
      </Button>
      <Button variant="quiet" onClick={() => setAsking(false)} autoFocus>
        Keep it
      </Button>
    </div>
  ) : (
    <div className={styles.remove}>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Remove from this device
      </Button>
    </div>
  )
}
