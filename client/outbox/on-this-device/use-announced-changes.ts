import { useEffect, useRef } from 'react'
import type { EntryState, OutboxEntry } from '#client/outbox/entry.ts'
import { announce } from '#client/ui/announcer.tsx'

/** What a change is called; being sent is not worth a word. */
const news: Partial<Record<EntryState, string>> = { sent: 'Sent', attention: 'Needs attention' }

/** Reads out what became of an entry while the page is open, whoever sent it. */
export function useAnnouncedChanges(entries: readonly OutboxEntry[]): void {
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
