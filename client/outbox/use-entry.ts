import { useEffect, useState } from 'react'
import type { OutboxEntry } from './entry.ts'
import { openOutbox } from './outbox.ts'

/** The entry as it stands, whoever changes it; undefined while unknown, null where there is none. */
export function useEntry(key: string | undefined): OutboxEntry | null | undefined {
  const [entry, setEntry] = useState<OutboxEntry | null>()
  useEffect(() => {
    setEntry(undefined)
    if (key === undefined) return
    let end = () => {}
    let wanted = true
    void openOutbox().then(
      ({ watchEntry }) => {
        if (wanted) end = watchEntry(key, (found) => setEntry(found ?? null))
      },
      () => undefined,
    )
    return () => {
      wanted = false
      end()
    }
  }, [key])
  return entry === null || entry?.key === key ? entry : undefined
}
