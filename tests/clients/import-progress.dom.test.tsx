import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ImportProgress } from '#client/data/import/types.ts'
import { useImport } from '#client/desk/clients/import/use-import.ts'
import { type ImportReport, importOutcomes } from '#shared/clients/imports.ts'

/** Longer than the interval at which the page asks for the progress, ms. */
const A_WHILE = 1_000

const counts = Object.fromEntries(
  importOutcomes.map((outcome) => [outcome, 0]),
) as ImportReport['counts']
const done: ImportReport = { at: 0, file: 'csv', counts, unreadable: 0, differing: 0 }

function createDeferred<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (reason: Error) => void = () => undefined
  const promise = new Promise<T>((onResolved, onRejected) => {
    resolve = onResolved
    reject = onRejected
  })
  return { promise, resolve, reject }
}

const worker = vi.hoisted(() => ({
  run: vi.fn(),
  getProgress: vi.fn(),
  close: vi.fn(async () => undefined),
}))

vi.mock('#client/data/data-client.ts', () => ({ getData: () => ({ files: worker }) }))
vi.mock('#client/data/use-data.ts', () => ({ useDataState: () => ({ clockSkew: 0 }) }))
vi.mock('#client/desk/queries/use-records.ts', () => ({ useRecordsSoFar: () => undefined }))

let question: ReturnType<typeof createDeferred<ImportProgress>>
let work: ReturnType<typeof createDeferred<unknown>>

beforeEach(() => {
  vi.useFakeTimers()
  question = createDeferred()
  work = createDeferred()
  worker.getProgress.mockImplementation(() => question.promise)
  worker.run.mockImplementation(() => work.promise)
})

const choices = { same: 'fill', joined: 'fill', similar: 'import', rows: {} } as const

describe('An import', () => {
  async function start() {
    const { result } = renderHook(useImport)
    await act(async () => undefined)
    let ended: Promise<void> = Promise.resolve()
    act(() => {
      ended = result.current.run(choices)
    })
    await act(() => vi.advanceTimersByTimeAsync(A_WHILE))
    expect(worker.getProgress).toHaveBeenCalled()
    return { result, ended }
  }

  test('shows its progress while it runs', async () => {
    const { result, ended } = await start()
    await act(async () => question.resolve({ done: 1, total: 2 }))
    expect(result.current.progress).toEqual({ done: 1, total: 2 })
    work.resolve(done)
    await act(() => ended)
  })

  test.each([
    ['succeeds', () => work.resolve(done)],
    ['fails', () => work.reject(new Error('The tab was closed'))],
  ])(
    'shows no progress once it %s, even if an earlier question is answered after that',
    async (_how, end) => {
      const { result, ended } = await start()
      end()
      await act(() => ended)
      expect(result.current.progress).toBeUndefined()
      await act(async () => question.resolve({ done: 2, total: 2 }))
      expect(result.current.progress).toBeUndefined()
      const asked = worker.getProgress.mock.calls.length
      await act(() => vi.advanceTimersByTimeAsync(A_WHILE))
      expect(worker.getProgress.mock.calls.length).toBe(asked)
    },
  )
})
