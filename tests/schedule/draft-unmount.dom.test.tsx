import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useDraft } from '#client/desk/schedule/use-draft.ts'
import type { DraftParts } from '#shared/schedule/schedule-drafts.ts'

const disk = vi.hoisted(() => ({
  /** Completes the write in progress. */
  written: undefined as (() => void) | undefined,
  work: { drafts: {}, since: undefined, alternatives: [], deviceId: 'd1', deviceName: 'Desk' },
  exchangeSoon: vi.fn(),
}))

vi.mock('#client/lib/data/stored-account.ts', () => ({
  getStoredOwner: () => ({ userId: 'owner' }),
}))
vi.mock('#client/book/schedule/schedule-sync.ts', () => ({
  syncBookNow: async () => undefined,
  syncBookSoon: disk.exchangeSoon,
  loadScheduleDrafts: async () => ({
    readUnpublishedSchedule: async () => disk.work,
    watchUnpublishedSchedule: () => () => undefined,
    saveDrafts: () =>
      new Promise<void>((resolve) => {
        disk.written = resolve
      }),
  }),
}))

const drafts: DraftParts = {
  bufferMinutes: {
    value: 15,
    base: 0,
    baseVersion: 1,
    baseEpoch: '',
    deviceId: 'd1',
    device: 'Desk',
    at: '2026-11-21T12:00:00Z',
  },
}

/** Removes `window`, as at the end of a test: a React state update would then throw. */
function removeWindow(): void {
  const { window } = globalThis
  Reflect.deleteProperty(globalThis, 'window')
  onTestFinished(() => {
    globalThis.window = window
  })
}

test('A draft whose write completes only after its page was left updates no state and throws no error', async () => {
  const lost = vi.fn()
  process.on('unhandledRejection', lost)
  onTestFinished(() => void process.off('unhandledRejection', lost))
  const { result, unmount } = renderHook(() => useDraft())
  await waitFor(() => expect(result.current.isReady).toBe(true))
  act(() => result.current.setDrafts(drafts, { content: {} as never, version: 1, epoch: '' }))
  await vi.waitUntil(() => disk.written)
  unmount()
  removeWindow()
  disk.written?.()
  await vi.waitUntil(() => disk.exchangeSoon.mock.calls.length > 0)
  await new Promise(setImmediate)
  expect(lost).not.toHaveBeenCalled()
})
