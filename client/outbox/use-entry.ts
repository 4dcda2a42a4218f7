import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { announce } from '#client/ui/announcer.tsx'
import type { OutboxEntry } from './entry.ts'
import { loadOutbox } from './outbox-client.ts'

/** The entry with this key, live; undefined while loading, null if there is none. */
export function useEntry(key: string | undefined): OutboxEntry | null | undefined {
  const [entry, setEntry] = useState<OutboxEntry | null>()
  useEffect(() => {
    setEntry(undefined)
    if (key === undefined) return
    let end = () => {}
    let isActive = true
    void loadOutbox().then(
      ({ watchEntry }) => {
        if (isActive) end = watchEntry(key, (found) => setEntry(found ?? null))
      },
      () => undefined,
    )
    return () => {
      isActive = false
      end()
    }
  }, [key])
  return entry === null || entry?.key === key ? entry : undefined
}

const ENTRY_PARAM = 'entry'

/** Address of a form that opens with this entry for editing. */
export function toEditUrl(page: string, key: string): string {
  return `${page}?${ENTRY_PARAM}=${key}`
}

/**
 * Takes the entry that the address names out of the queue once, and passes it to `take`; the
 * returned values become the address's query. True until then.
 */
export function useResumeEntry(
  take: (entry: OutboxEntry) => Record<string, string> | Promise<Record<string, string>>,
): boolean {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const key = query.get(ENTRY_PARAM)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (!key) return
    const leaving = new AbortController()
    void loadOutbox()
      .then(({ startEditing }) => startEditing(key, leaving.signal))
      .catch(() => undefined)
      .then(async (entry) => {
        if (leaving.signal.aborted) return
        if (!entry?.fields) {
          announce('This cannot be changed any more: it has been sent.')
          return navigate('/on-this-device', { replace: true })
        }
        setQuery(await latest.current(entry), { replace: true })
      })
    return () => leaving.abort()
  }, [key, navigate, setQuery])
  return key !== null
}
