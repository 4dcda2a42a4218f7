import { describe, expect, it } from 'vitest'
import {
  bookSyncedAt,
  deskSyncedAt,
  hasFailed,
  type SyncState,
} from '#client/desk/shell/sync-state.ts'

const NOON = 1_000_000
const MINUTE = 60_000

type Shown = Record<string, { asOf?: number; askedAt?: number; ended?: 'answered' | 'failed' }>

/** A state with the last change at noon; ten minutes later the server confirmed no newer one. */
function state(shown: Shown, over: Partial<SyncState> = {}): SyncState {
  const each = Object.entries(shown).map(([key, one]) => [key, { uses: 1, ...one }] as const)
  return {
    asking: 0,
    shown: new Map(each),
    last: 'answered',
    round: 1,
    changes: { desk: 7, book: 3 },
    deskHeardAt: NOON,
    bookHeardAt: NOON,
    checkedAt: NOON + 10 * MINUTE,
    ...over,
  }
}

const fresh = { askedAt: NOON, asOf: NOON + 100 }

describe('when everything on the screen was synced', () => {
  it('is when its oldest part was, whatever else was asked since', () => {
    const old = { askedAt: NOON - 5 * MINUTE, asOf: NOON - 5 * MINUTE }
    expect(deskSyncedAt(state({ dashboard: old, counts: fresh }))).toBe(NOON - 5 * MINUTE)
  })

  it('goes on with each word of the server that nothing changed', () => {
    expect(deskSyncedAt(state({ dashboard: fresh, counts: fresh }))).toBe(NOON + 10 * MINUTE)
  })

  it('does not go on where the last change is not on the screen yet', () => {
    const before = { askedAt: NOON - 100, asOf: NOON + 50 }
    expect(deskSyncedAt(state({ dashboard: before }))).toBe(NOON + 50)
  })

  it('is unknown while a part has never come, and what a copy from before says otherwise', () => {
    expect(deskSyncedAt(state({ dashboard: fresh, forms: {} }))).toBeUndefined()
    expect(deskSyncedAt(state({ forms: { asOf: NOON - 90 * MINUTE } }))).toBe(NOON - 90 * MINUTE)
  })

  it('of the client book is its last exchange, until that is behind a change', () => {
    expect(bookSyncedAt(state({}), NOON + 1)).toBe(NOON + 10 * MINUTE)
    expect(bookSyncedAt(state({}), NOON - 1)).toBe(NOON - 1)
    expect(bookSyncedAt(state({}), undefined)).toBeUndefined()
  })

  it('is told as failed while any part of the screen is', () => {
    const failed = { ...fresh, ended: 'failed' as const }
    expect(hasFailed(state({ dashboard: failed, counts: fresh }))).toBe(true)
    expect(hasFailed(state({ counts: fresh }))).toBe(false)
  })
})
