import { useState } from 'react'
import { takeBack } from '#client/outbox/outbox.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Saved } from './draft.ts'
import type { Flow } from './flow.ts'
import styles from './saved-step.module.css'

/** Takes the request off this device; asks once more, for there is no way back. */
export function RemoveRequest({ flow, saved }: { flow: Flow; saved: Saved }) {
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
