import { describe, expect, it } from 'vitest'
import {
  getDataSyncedAt,
  getDeskSyncedAt,
  hasFailedQuery,
  type SyncState,
} from '#client/desk/queries/sync-state.ts'

const NOON = 1_000_000
const MINUTE = 60_000

type ShownParts = Record<
  string,
  { asOf?: number; requestedAt?: number; outcome?: 'answered' | 'failed' }
>

/** A state with the last change at noon; ten minutes later the server confirmed no newer one. */
function createState(parts: ShownParts, over: Partial<SyncState> = {}): SyncState {
  const each = Object.entries(parts).map(
    ([key, one]) => [key, { observerCount: 1, ...one }] as const,
  )
  return {
    pendingRequests: 0,
    activeQueries: new Map(each),
    lastOutcome: 'answered',
    refetchCount: 1,
    latestSeqs: { desk: 7, book: 3 },
    deskChangeSeenAt: NOON,
    dataChangeSeenAt: NOON,
    checkedAt: NOON + 10 * MINUTE,
    ...over,
  }
}

const fresh = { requestedAt: NOON, asOf: NOON + 100 }

describe('The last sync time of the desk', () => {
  it('is that of the oldest part of the screen, whatever else was fetched since', () => {
    const old = { requestedAt: NOON - 5 * MINUTE, asOf: NOON - 5 * MINUTE }
    expect(getDeskSyncedAt(createState({ dashboard: old, counts: fresh }))).toBe(NOON - 5 * MINUTE)
  })

  it('advances each time the server confirms that nothing changed', () => {
    expect(getDeskSyncedAt(createState({ dashboard: fresh, counts: fresh }))).toBe(
      NOON + 10 * MINUTE,
    )
  })

  it('does not advance while the latest change is not on the screen yet', () => {
    const before = { requestedAt: NOON - 100, asOf: NOON + 50 }
    expect(getDeskSyncedAt(createState({ dashboard: before }))).toBe(NOON + 50)
  })

  it('is unknown while a part was never loaded, and is the copy’s time for a cached copy', () => {
    expect(getDeskSyncedAt(createState({ dashboard: fresh, forms: {} }))).toBeUndefined()
    expect(getDeskSyncedAt(createState({ forms: { asOf: NOON - 90 * MINUTE } }))).toBe(
      NOON - 90 * MINUTE,
    )
  })

  it('is for the client book the last check with the server, or its own sync time once that is behind a change', () => {
    expect(getDataSyncedAt(createState({}), NOON + 1)).toBe(NOON + 10 * MINUTE)
    expect(getDataSyncedAt(createState({}), NOON - 1)).toBe(NOON - 1)
    expect(getDataSyncedAt(createState({}), undefined)).toBeUndefined()
  })

  it('is marked as failed while any part of the screen has failed', () => {
    const failed = { ...fresh, outcome: 'failed' as const }
    expect(hasFailedQuery(createState({ dashboard: failed, counts: fresh }))).toBe(true)
    expect(hasFailedQuery(createState({ counts: fresh }))).toBe(false)
  })
})
