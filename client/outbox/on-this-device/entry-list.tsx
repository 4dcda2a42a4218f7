import { useLiveQuery } from 'dexie-react-hooks'
import { type ComponentProps, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { useSiteConfig } from '#client/lib/data/use-endpoint.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { type EntryState, isHttpStatus, type OutboxEntry } from '#client/outbox/entry.ts'
import { blockedUpgrade, outbox } from '#client/outbox/page-outbox.ts'
import { isStorageAvailable } from '#client/outbox/storage-available.tsx'
import { hasBackgroundSync } from '#client/outbox/worker-protocol.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import tones from '#client/ui/controls/banner.module.css'
import { Banner } from '#client/ui/controls/banner.tsx'
import { ClockIcon, DiamondIcon, TickIcon } from '#client/ui/icons.tsx'
import { ResultActions } from '#client/ui/page/result-page.tsx'
import { downloadEntries, downloadRawEntries, retryAll } from './commands.ts'
import { EntryCard, focusEntry, summaryId } from './entry-card.tsx'
import styles from './entry-list.module.css'
import { sortEntries } from './entry-text.ts'

/** Shows the list, or why there is none. */
export function EntryList() {
  const [store, again] = useStoreState()
  switch (store.kind) {
    case 'open':
      return <LoadedList entries={store.entries} />
    case 'opening':
      return null
    case 'blocked':
      return (
        <StoreBanner tone="warn" title="This site is open in an older tab.">
          Please close it; nothing is lost.
        </StoreBanner>
      )
    case 'shut':
      return <StoreUnavailable attempts={store.attempts} onRetry={again} />
    case 'none':
      return (
        <>
          <StoreBanner tone="info" title="This browser cannot store anything for this site.">
            A private window or a setting may be the reason. The forms work while you are online,
            and are sent at once.
          </StoreBanner>
          <ResultActions>
            <ButtonLink to="/">Return to Home</ButtonLink>
          </ResultActions>
        </>
      )
  }
}

/** The database exists but does not open; its entries can still be saved to a file. */
function StoreUnavailable({ attempts, onRetry }: { attempts: number; onRetry: () => void }) {
  const [outcome, setOutcome] = useState('')
  const showOutcome = (text: string) => {
    setOutcome(text)
    announce(text)
  }
  useEffect(() => {
    if (attempts > 0) announce('It still could not be opened.')
  }, [attempts])
  return (
    <>
      <StoreBanner tone="error" title="What is stored here cannot be opened.">
        It is still on this device. Save a copy of it, then try again; closing other tabs of this
        site may help.
      </StoreBanner>
      {outcome ? <p className={styles.result}>{outcome}</p> : null}
      <ResultActions>
        <Button onClick={() => void downloadRawEntries().then(showOutcome)}>Save a copy</Button>
        <Button variant="ghost" onClick={onRetry}>
          Try again
        </Button>
      </ResultActions>
    </>
  )
}

/** State of this device's outbox. */
type StoreState =
  | { kind: 'open'; entries: OutboxEntry[] }
  | { kind: 'opening' }
  /** A tab with an older version blocks the upgrade. */
  | { kind: 'blocked' }
  /** The database exists but cannot be read. `tries`: how often the person has tried again. */
  | { kind: 'shut'; attempts: number }
  /** This browser stores nothing. */
  | { kind: 'none' }

/** All entries, live, and a function that tries again. */
function useStoreState(): [StoreState, again: () => void] {
  const [tries, setTries] = useState(0)
  const found = useLiveQuery(() => readStore(tries), [tries])
  const isBlocked = useSyncExternalStore(blockedUpgrade.subscribe, blockedUpgrade.getSnapshot)
  const store = found ?? ({ kind: 'opening' } as const)
  return [
    isBlocked && store.kind !== 'open' ? { kind: 'blocked' } : store,
    () => setTries((count) => count + 1),
  ]
}

async function readStore(tries: number): Promise<StoreState> {
  try {
    return { kind: 'open', entries: await outbox.list() }
  } catch {
    return (await isStorageAvailable()) ? { kind: 'shut', attempts: tries } : { kind: 'none' }
  }
}

/** Lists the entries: attention first, then queued, then sent. */
function LoadedList({ entries }: { entries: readonly OutboxEntry[] }) {
  const ordered = sortEntries(entries)
  const config = useSiteConfig()
  const view = { now: systemClock(), canSyncInBackground: hasBackgroundSync(), config }
  useChangeAnnouncements(entries)
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
              nextFocusKey={(ordered[index + 1] ?? ordered[index - 1])?.key}
            />
          ))}
        </ul>
      ) : null}
      <ListActions entries={entries} />
    </>
  )
}

/** How a change is announced. The start of sending is not announced. */
const changeLabels: Partial<Record<EntryState, string>> = {
  sent: 'Sent',
  attention: 'Needs attention',
}

/**
 * Announces new states while the page is open, also after another tab or the worker sent the entry.
 */
function useChangeAnnouncements(entries: readonly OutboxEntry[]): void {
  const known = useRef(new Map<string, EntryState>())
  useEffect(() => {
    const changes = entries.flatMap(({ key, state, summary }) => {
      const before = known.current.get(key)
      return before && before !== state && changeLabels[state]
        ? [`${changeLabels[state]}: ${summary.title}.`]
        : []
    })
    known.current = new Map(entries.map(({ key, state }) => [key, state]))
    if (changes.length > 0) announce(changes.join(' '))
  }, [entries])
}

/** Counts per state; takes the focus when the focused element is removed. */
function Summary({ entries }: { entries: readonly OutboxEntry[] }) {
  const count = (...states: OutboxEntry['state'][]) =>
    entries.filter(({ state }) => states.includes(state)).length
  const attention = count('attention')
  const queued = count('queued', 'sending')
  const sent = count('sent')
  return (
    <section id={summaryId} tabIndex={-1} aria-label="In short" className={styles.summary}>
      {entries.length === 0 ? (
        <p className={styles.empty}>
          Nothing is stored here. What you send from this device is listed until it has arrived, and
          for 30 days after.
        </p>
      ) : null}
      {attention > 0 ? (
        <span className={`${styles.pill} ${tones.error}`}>
          <DiamondIcon />
          {attention} {attention === 1 ? 'needs' : 'need'} attention
        </span>
      ) : null}
      {queued > 0 ? (
        <span className={`${styles.pill} ${tones.warn}`}>
          <ClockIcon />
          {queued} waiting
        </span>
      ) : null}
      {sent > 0 ? (
        <span className={`${styles.pill} ${tones.ok}`}>
          <TickIcon />
          {sent} sent
        </span>
      ) : null}
    </section>
  )
}

/** Commands for all entries. */
function ListActions({ entries }: { entries: readonly OutboxEntry[] }) {
  const { busy, outcome, send } = useRetryAll()
  const unsent = entries.filter(({ state }) => state !== 'sent')
  const mayBeSent = busy || entries.some(({ state }) => state === 'queued' || state === 'sending')
  return (
    <>
      {outcome ? <p className={styles.result}>{outcome}</p> : null}
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
          <Button variant="quiet" onClick={() => downloadEntries(unsent)}>
            Save a copy
          </Button>
        ) : null}
      </ResultActions>
    </>
  )
}

function useRetryAll() {
  const { busy, run } = useOneAtATime()
  const [outcome, setOutcome] = useState('')
  const send = async () => {
    setOutcome('')
    const message = formatRetryResult(await retryAll().catch(() => undefined))
    setOutcome(message)
    if (message) announce(message)
    // The button disappears when the queue is empty, so move the focus.
    else focusEntry(undefined)
  }
  return { busy, outcome, send: () => void run(send) }
}

/** Empty if every entry left the queue: the list shows the rest. */
function formatRetryResult(remaining: readonly OutboxEntry[] | undefined): string {
  if (!remaining) return 'It could not be sent right now. Everything stays on this device.'
  const tried = remaining.filter(({ state }) => state === 'queued')
  if (tried.length === 0) return ''
  // A round ends at the first entry without a connection, so later entries were not tried.
  return tried.every(({ lastError }) => isHttpStatus(lastError))
    ? 'The server is busy at the moment. Everything stays on this device and will be sent again automatically.'
    : 'There is no connection yet. Everything stays on this device and will be sent automatically.'
}

/** Takes the place of the list. */
function StoreBanner(props: ComponentProps<typeof Banner>) {
  return (
    <div className={styles.banner}>
      <Banner {...props} />
    </div>
  )
}
