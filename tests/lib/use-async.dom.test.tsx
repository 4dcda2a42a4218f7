import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useAsync } from '#client/lib/use-async.ts'

interface PendingLoad {
  key: string | undefined
  signal: AbortSignal
  answer: (value: string) => Promise<void>
  fail: (reason: string) => Promise<void>
}

/** Renders the hook with this key; the test answers each request when it wants. */
function renderUseAsync(key: string | undefined, version: number | string = 0) {
  const requests: PendingLoad[] = []
  const hook = renderHook(
    (props: { key: string | undefined; version: number | string }) =>
      useAsync(
        props.key,
        (signal) => {
          return new Promise<string>((resolve, reject) => {
            const answer = (value: string) => act(async () => resolve(value))
            const fail = (reason: string) => act(async () => reject(reason))
            requests.push({ key: props.key, signal, answer, fail })
          })
        },
        props.version,
      ),
    { initialProps: { key, version } },
  )
  const now = () => {
    const { loading, value, error } = hook.result.current
    return { loading, value, error }
  }
  const last = () => {
    const one = requests.at(-1)
    if (!one) throw new Error('Nothing was asked')
    return one
  }
  return { ...hook, asked: requests, now, last }
}

it('A load is in progress until its answer arrives, and then returns it', async () => {
  const { now, last } = renderUseAsync('a')
  expect(now()).toEqual({ loading: true, value: undefined, error: undefined })
  await last().answer('one')
  expect(now()).toEqual({ loading: false, value: 'one', error: undefined })
})

it('Nothing is requested without a key', () => {
  const { now, asked: requests } = renderUseAsync(undefined)
  expect(now()).toEqual({ loading: false, value: undefined, error: undefined })
  expect(requests).toEqual([])
})

it('A new key discards the answer to the previous key, and ignores a late one', async () => {
  const { now, asked: requests, rerender } = renderUseAsync('a')
  rerender({ key: 'b', version: 0 })
  expect(requests.map(({ key }) => key)).toEqual(['a', 'b'])
  expect(requests[0]?.signal.aborted).toBe(true)
  await requests[1]?.answer('two')
  await requests[0]?.answer('one')
  expect(now().value).toBe('two')
  rerender({ key: 'a', version: 0 })
  expect(now()).toEqual({ loading: true, value: undefined, error: undefined })
})

it('The last answer stays available during a reload, manual or for another version', async () => {
  const { now, asked: requests, last, result, rerender } = renderUseAsync('a')
  await last().answer('one')
  act(() => result.current.reload())
  expect(now()).toEqual({ loading: true, value: 'one', error: undefined })
  await last().answer('two')
  rerender({ key: 'a', version: 7 })
  expect(now()).toEqual({ loading: true, value: 'two', error: undefined })
  await last().answer('three')
  expect(now()).toEqual({ loading: false, value: 'three', error: undefined })
  expect(requests).toHaveLength(3)
})

it('The answer to an earlier attempt is ignored if it arrives after a later one', async () => {
  const { now, asked: requests, result } = renderUseAsync('a')
  act(() => result.current.reload())
  await requests[1]?.answer('later')
  await requests[0]?.answer('earlier')
  expect(now()).toEqual({ loading: false, value: 'later', error: undefined })
})

it('An error is returned beside the last answer until the next attempt is answered', async () => {
  const { now, last, result } = renderUseAsync('a')
  await last().answer('one')
  act(() => result.current.reload())
  await last().fail('broken')
  expect(now()).toEqual({ loading: false, value: 'one', error: 'broken' })
  act(() => result.current.reload())
  await last().answer('two')
  expect(now()).toEqual({ loading: false, value: 'two', error: undefined })
})

it('A value that the page sets replaces the loaded one', async () => {
  const { now, last, result } = renderUseAsync('a')
  await last().answer('one')
  act(() => result.current.setValue('mine'))
  expect(now()).toEqual({ loading: false, value: 'mine', error: undefined })
})

it('A request is aborted once its component unmounts', () => {
  const { last, unmount } = renderUseAsync('a')
  unmount()
  expect(last().signal.aborted).toBe(true)
})
