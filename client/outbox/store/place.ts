import { isSendable, type OutboxEntry } from '#client/outbox/entry.ts'
import { type Attempt, type Content, sameContent } from '#client/outbox/outbox.ts'
import { inPlaceOf } from './replaced.ts'
import type { Outbox } from './store.ts'

interface Placing {
  content: Content
  /** The form's last sending. */
  before: Attempt | undefined
  newKey: () => string
}

/**
 * The entry for what a form hands over: the same again is the entry that it was; what was changed
 * takes its place under a key of its own; what has gone stays gone.
 */
export async function placed(
  outbox: Outbox,
  { content, before, newKey }: Placing,
): Promise<OutboxEntry> {
  const fresh = () => outbox.queue({ ...content, key: newKey() })
  if (!before) return fresh()
  const known = await outbox.get(before.key)
  if (!known) {
    // Taken back by its person, but it may have arrived before.
    const fields = inPlaceOf(before, content.form, content.fields)
    return outbox.queue({ ...content, fields, key: newKey() })
  }
  const same = sameContent(before.fields, content.fields)
  if (known.state === 'sent')
    return same || content.form === 'booking' ? asSent(known, same) : fresh()
  if (same && (isSendable(known) || known.state === 'sending')) {
    await outbox.retry(known.key)
    return known
  }
  return outbox.replace(known.key, { ...content, key: newKey() })
}

/** A changed booking is not booked a second time beside the one that arrived. */
function asSent(known: OutboxEntry, same: boolean): OutboxEntry {
  if (same || !known.receipt) return known
  const answer = { ...known.receipt.answer, earlier: true }
  return { ...known, receipt: { ...known.receipt, answer } }
}
