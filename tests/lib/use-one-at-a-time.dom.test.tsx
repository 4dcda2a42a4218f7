import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'

/** Work that ends when the test says so, and how often it was started. */
function createWork() {
  const work = {
    starts: 0,
    resolve: (_value: string) => {},
    reject: (_reason: Error) => {},
    start() {
      work.starts++
      return end
    },
  }
  const end = new Promise<string>((resolve, reject) => Object.assign(work, { resolve, reject }))
  return work
}

test('Calls before the next rendering start nothing while work is running', async () => {
  const { result } = renderHook(useOneAtATime)
  const work = createWork()
  const { run } = result.current
  const ends: Promise<string | undefined>[] = []
  act(() => void ends.push(run(work.start), run(work.start), run(work.start)))
  expect(work.starts).toBe(1)
  expect(result.current.busy).toBe(true)
  await act(async () => work.resolve('sent'))
  expect(await Promise.all(ends)).toEqual(['sent', undefined, undefined])
  expect(result.current.busy).toBe(false)
})

test('Work can start again once the end of the last work is rendered, also if that failed', async () => {
  const { result } = renderHook(useOneAtATime)
  const failing = createWork()
  const end = result.current.run(failing.start)
  await act(async () => {
    failing.reject(new Error('No connection'))
    await expect(end).rejects.toThrow('No connection')
    // Not rendered yet: the button on the page still has the handler of the work that ended.
    await result.current.run(failing.start)
  })
  expect(failing.starts).toBe(1)
  const next = createWork()
  act(() => void result.current.run(next.start))
  expect(next.starts).toBe(1)
})

test('Work that ends before it is rendered leaves nothing locked', async () => {
  const { result } = renderHook(useOneAtATime)
  await act(async () => result.current.run(async () => undefined))
  await expect(act(async () => result.current.run(async () => 'again'))).resolves.toBe('again')
})
