import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useDraft } from '#client/desk/schedule/use-schedule-draft.ts'

const disk = vi.hoisted(() => ({
  /** Completes the write in progress. */
  written: undefined as ((stored: boolean) => void) | undefined,
}))

vi.mock('#client/data/data-client.ts', () => ({
  readDraft: async () => undefined,
  storeDraft: () =>
    new Promise<boolean>((resolve) => {
      disk.written = resolve
    }),
}))

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
  await waitFor(() => expect(result.current.drafts).toEqual({}))
  act(() => result.current.setDrafts({ bufferMinutes: { base: 0, value: 15 } }))
  await vi.waitUntil(() => disk.written)
  unmount()
  removeWindow()
  disk.written?.(false)
  await new Promise(setImmediate)
  expect(lost).not.toHaveBeenCalled()
})
