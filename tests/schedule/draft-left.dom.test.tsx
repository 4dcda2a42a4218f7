import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useDraft } from '#client/desk/schedule/use-draft.ts'
import type { DraftParts } from '#shared/schedule/drafts.ts'

const disk = vi.hoisted(() => ({
  /** Completes the write in progress. */
  written: undefined as (() => void) | undefined,
  work: { drafts: {}, since: undefined, alternatives: [], deviceId: 'd1', deviceName: 'Desk' },
  exchangeSoon: vi.fn(),
}))

vi.mock('#client/lib/data/account-here.ts', () => ({ ownerHere: () => ({ userId: 'owner' }) }))
vi.mock('#client/book/schedule/sync.ts', () => ({
  exchangeNow: async () => undefined,
  exchangeSoon: disk.exchangeSoon,
  scheduleWork: async () => ({
    readScheduleWork: async () => disk.work,
    watchScheduleWork: () => () => undefined,
    keepDrafts: () =>
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
function withoutWindow(): void {
  const { window } = globalThis
  Reflect.deleteProperty(globalThis, 'window')
  onTestFinished(() => {
    globalThis.window = window
  })
}

test('a draft that the disk has only once its page is gone is told to nobody', async () => {
  const lost = vi.fn()
  process.on('unhandledRejection', lost)
  onTestFinished(() => void process.off('unhandledRejection', lost))
  const { result, unmount } = renderHook(() => useDraft())
  await waitFor(() => expect(result.current.ready).toBe(true))
  act(() => result.current.put(drafts, { content: {} as never, version: 1, epoch: '' }))
  await vi.waitUntil(() => disk.written)
  unmount()
  withoutWindow()
  disk.written?.()
  await vi.waitUntil(() => disk.exchangeSoon.mock.calls.length > 0)
  await new Promise(setImmediate)
  expect(lost).not.toHaveBeenCalled()
})
