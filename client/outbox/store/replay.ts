import type { OutboxEntry } from '#client/outbox/entry.ts'
import { type Locking, oneAtATime } from '#client/outbox/send/one-at-a-time.ts'
import { type Fetch, sendEntry } from '#client/outbox/send/send.ts'
import type { Outbox } from './store.ts'

/** One round at a time on this device, whoever asks; leases tell two apart. */
interface ReplayParts extends Locking {
  outbox: Outbox
  fetch: Fetch
  /** Names this round, so that its lease is known from another's. */
  newId: () => string
  /** Told of each entry that left the queue. */
  onSettled?: (entry: OutboxEntry) => void | Promise<void>
}

/** Sends what is due, one at a time and oldest first, until nothing is or the network is gone. */
export function replay(parts: ReplayParts): Promise<void> {
  return oneAtATime('outbox', parts, () => round(parts))
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
