import { useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { isAnswer, type OutboxEntry } from '#client/outbox/entry.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { ResultActions } from '#client/ui/page/result-page.tsx'
import { sendAll } from './commands.ts'
import { saveCopy } from './copy.ts'
import styles from './device-list.module.css'
import { focusEntry } from './focus.ts'

/** What can be done about all of it. */
export function ListActions({ entries }: { entries: readonly OutboxEntry[] }) {
  const { busy, outcome, send } = useSending()
  const unsent = entries.filter(({ state }) => state !== 'sent')
  const mayBeSent = busy || entries.some(({ state }) => state === 'queued' || state === 'sending')
  return (
    <>
      {outcome ? <p className={styles.outcome}>{outcome}</p> : null}
      <ResultActions>
        {mayBeSent ? (
          <Button busy={busy} onClick={send}>
            {busy ? 'Sending…' : 'Send now'}
          </Button>
        ) : null}
        <ButtonLink variant={mayBeSent ? 'ghost' : 'primary'} to="/">
          Return to Home
        </ButtonLink>
        {unsent.length > 0 ? (
          <Button variant="quiet" onClick={() => saveCopy(unsent, systemClock())}>
            Save a copy
          </Button>
        ) : null}
      </ResultActions>
    </>
  )
}

function useSending() {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState('')
  const send = async () => {
    setBusy(true)
    setOutcome('')
    const said = outcomeOf(await sendAll().catch(() => undefined))
    setBusy(false)
    setOutcome(said)
    if (said) announce(said)
    // The button goes when nothing waits any more.
    else focusEntry(undefined)
  }
  return { busy, outcome, send: () => void send() }
}

/** Nothing where all of it left the queue; the list tells the rest. */
function outcomeOf(waiting: readonly OutboxEntry[] | undefined): string {
  if (!waiting) return 'It could not be sent just now. Everything stays on this device.'
  const tried = waiting.filter(({ state }) => state === 'queued')
  if (tried.length === 0) return ''
  // The first that meets no connection ends the round; what stands behind it was not tried.
  return tried.every(({ lastError }) => isAnswer(lastError))
    ? 'Our server cannot take it at the moment. Everything stays on this device and is tried again by itself.'
    : 'There is no connection yet. Everything stays on this device and is tried again by itself.'
}
