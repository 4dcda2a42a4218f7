import { useEffect, useState } from 'react'
import { openOutbox } from '../lib/outbox.ts'
import type { OutboxEntry } from './entry.ts'

/** The entry as it stands, whoever changes it; undefined while unknown, and where there is none. */
export function useEntry(key: string | undefined): OutboxEntry | undefined {
  const [entry, setEntry] = useState<OutboxEntry>()
  useEffect(() => {
    if (key === undefined) return
    let end = () => {}
    let wanted = true
    void openOutbox().then(
      ({ watchEntry }) => {
        if (wanted) end = watchEntry(key, setEntry)
      },
      () => undefined,
    )
    return () => {
      wanted = false
      end()
    }
  }, [key])
  return entry?.key === key ? entry : undefined
}
