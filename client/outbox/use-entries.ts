import { useLiveQuery } from 'dexie-react-hooks'
import { useState, useSyncExternalStore } from 'react'
import type { OutboxEntry } from './entry.ts'
import { blocked, outbox } from './store/page-store.ts'
import { canStore } from './store/probe.ts'

/** What this device's store has to tell. */
export type Store =
  | { kind: 'open'; entries: OutboxEntry[] }
  | { kind: 'opening' }
  /** An older tab has it, and has to be closed first. */
  | { kind: 'blocked' }
  /** It is there and cannot be read. `tries`: how often the person has asked already. */
  | { kind: 'shut'; tries: number }
  /** This browser keeps nothing at all. */
  | { kind: 'none' }

/** Everything on this device as it stands, whoever changes it, and the way to ask once more. */
export function useEntries(): [Store, again: () => void] {
  const [tries, setTries] = useState(0)
  const found = useLiveQuery(() => look(tries), [tries])
  const isBlocked = useSyncExternalStore(blocked.subscribe, blocked.now)
  const store = found ?? ({ kind: 'opening' } as const)
  return [
    isBlocked && store.kind !== 'open' ? { kind: 'blocked' } : store,
    () => setTries((count) => count + 1),
  ]
}

async function look(tries: number): Promise<Store> {
  try {
    return { kind: 'open', entries: await outbox.list() }
  } catch {
    return (await canStore()) ? { kind: 'shut', tries } : { kind: 'none' }
  }
}
