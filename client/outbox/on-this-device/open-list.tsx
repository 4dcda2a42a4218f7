import { useEffect, useRef, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { type EntryState, isAnswer, type OutboxEntry } from '#client/outbox/entry.ts'
import { hasBackgroundSync } from '#client/outbox/send/background-sync.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { ClockIcon, DiamondIcon, TickIcon } from '#client/ui/icons.tsx'
import { ResultActions } from '#client/ui/page/result-page.tsx'
import { sendAll } from './commands.ts'
import { saveCopy } from './copy.ts'
import styles from './device-list.module.css'
import { EntryCard } from './entry-card.tsx'
import { inOrder } from './entry-words.ts'
import { focusEntry, summaryId } from './focus.ts'

/** Everything on this device: what needs attention, what waits, what was sent. */
export function OpenList({ entries }: { entries: readonly OutboxEntry[] }) {
  const ordered = inOrder(entries)
  const view = { now: systemClock(), syncs: hasBackgroundSync() }
  useAnnouncedChanges(entries)
  return (
    <>
      <Summary entries={entries} />
      {ordered.length > 0 ? (
        <ul className={styles.list}>
          {ordered.map((entry, index) => (
            <EntryCard
              key={entry.key}
              entry={entry}
              view={view}
              neighbour={(ordered[index + 1] ?? ordered[index - 1])?.key}
            />
          ))}
        </ul>
      ) : null}
      <ListActions entries={entries} />
    </>
  )
}

/** What a change is called; being sent is not worth a word. */
const news: Partial<Record<EntryState, string>> = { sent: 'Sent', attention: 'Needs attention' }

/** Reads out what became of an entry while the page is open, whoever sent it. */
function useAnnouncedChanges(entries: readonly OutboxEntry[]): void {
  const known = useRef(new Map<string, EntryState>())
  useEffect(() => {
    const changes = entries.flatMap(({ key, state, summary }) => {
      const before = known.current.get(key)
      return before && before !== state && news[state] ? [`${news[state]}: ${summary.title}.`] : []
    })
    known.current = new Map(entries.map(({ key, state }) => [key, state]))
    if (changes.length > 0) announce(changes.join(' '))
  }, [entries])
}

/** How many of each; takes the focus when what had it is gone. */
function Summary({ entries }: { entries: readonly OutboxEntry[] }) {
  const count = (...states: OutboxEntry['state'][]) =>
    entries.filter(({ state }) => states.includes(state)).length
  const attention = count('attention')
  const waiting = count('queued', 'sending')
  const sent = count('sent')
  return (
    <section id={summaryId} tabIndex={-1} aria-label="In short" className={styles.summary}>
      {entries.length === 0 ? (
        <p className={styles.empty}>
          Nothing is kept here. What you send from this device is listed until it has arrived, and
          for 30 days after.
        </p>
      ) : null}
      {attention > 0 ? (
        <span className={`${styles.pill} ${styles.attention}`}>
          <DiamondIcon className={styles.icon} />
          {attention} {attention === 1 ? 'needs' : 'need'} attention
        </span>
      ) : null}
      {waiting > 0 ? (
        <span className={`${styles.pill} ${styles.waiting}`}>
          <ClockIcon className={styles.icon} />
          {waiting} waiting
        </span>
      ) : null}
      {sent > 0 ? (
        <span className={`${styles.pill} ${styles.sent}`}>
          <TickIcon className={styles.icon} />
          {sent} sent
        </span>
      ) : null}
    </section>
  )
}

/** What can be done about all of it. */
function ListActions({ entries }: { entries: readonly OutboxEntry[] }) {
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
