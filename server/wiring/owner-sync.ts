import { saveSchedule } from '#server/schedule/commands.ts'
import type { SyncParts } from '#server/sync/ports.ts'
import type { FeatureParts, Features } from './features.ts'
import { scheduleParts } from './owner-settings.ts'

/** No schedule has it: whatever differs is asked. */
const UNKNOWN_VERSION = -1

/** What the owner's devices can have done beyond their records. */
export function syncParts(
  { db, clock }: Pick<FeatureParts, 'db' | 'clock'>,
  { accounts }: Pick<Features, 'accounts'>,
): SyncParts {
  const parts = scheduleParts(clock)
  return {
    db,
    clock,
    publish(tx, update, baseVersion = UNKNOWN_VERSION) {
      const saved = saveSchedule(tx, parts, { ...update, version: baseVersion })
      if (saved.ok) return { status: 'applied', answer: saved.value }
      const { refusal, conflicts } = saved
      return {
        status: conflicts ? 'conflict' : 'refused',
        answer: { ...refusal, conflicts },
        reason: refusal.error,
      }
    },
    endSession: (userId, sessionId) => accounts.sessions.end({ userId, sessionId: '' }, sessionId),
  }
}
