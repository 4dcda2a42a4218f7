import { useEffect } from 'react'
import type { OutboxEntry } from './entry.ts'
import type { SendState } from './send-form.ts'
import { useEntry } from './use-entry.ts'

/**
 * What failed at first is tried again by itself: tells when it has arrived after all, unless the
 * form it stands in has been changed since.
 */
export function useArrival(
  state: SendState,
  isAsSent: () => boolean,
  arrived: (entry: OutboxEntry) => void,
): void {
  const entry = useEntry(state.kind === 'failed' && state.waits ? state.key : undefined)
  useEffect(() => {
    if (entry?.state === 'sent' && isAsSent()) arrived(entry)
  }, [entry, isAsSent, arrived])
}
