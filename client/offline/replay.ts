import type { OutboxEntry } from './entry.ts'
import type { Outbox } from './outbox.ts'
import { type Fetch, sendEntry } from './send.ts'

interface ReplayParts {
  outbox: Outbox
  fetch: Fetch
  /** Names this round, so that its lease is known from another's. */
  newId: () => string
  /** Lets one round at a time run on this device, whoever asks; a page without it relies on leases. */
  locks?: Pick<LockManager, 'request'> | undefined
  /** Told of each entry that left the queue. */
  onSettled?: (entry: OutboxEntry) => void | Promise<void>
}

/** Sends what is due, one at a time and oldest first, until nothing is or the network is gone. */
export async function replay(parts: ReplayParts): Promise<void> {
  if (parts.locks) await parts.locks.request('outbox', () => round(parts))
  else await round(parts)
}

async function round({ outbox, fetch, newId, onSettled }: ReplayParts): Promise<void> {
  const holder = newId()
  await outbox.tidy()
  for (;;) {
    const claimed = await outbox.claimNext(holder)
    if (!claimed) return
    if (claimed.state === 'attention') {
      await onSettled?.(claimed)
      continue
    }
    const outcome = await sendEntry(claimed, fetch)
    const settled = await outbox.settle(claimed, outcome)
    if (settled && settled.state !== 'queued') await onSettled?.(settled)
    // Without a network the others would fail too, and out of their order later.
    if (outcome.kind === 'again' && outcome.network) return
  }
}
