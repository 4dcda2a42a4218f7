import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useAsync } from '#client/lib/use-async.ts'

interface Asked {
  key: string | undefined
  signal: AbortSignal
  answer: (value: string) => Promise<void>
  fail: (reason: string) => Promise<void>
}

/** Renders the hook with this key; the test answers each request when it wants. */
function begin(key: string | undefined, version: number | string = 0) {
  const asked: Asked[] = []
  const hook = renderHook(
    (props: { key: string | undefined; version: number | string }) =>
      useAsync(
        props.key,
        (signal) => {
          return new Promise<string>((resolve, reject) => {
            const answer = (value: string) => act(async () => resolve(value))
            const fail = (reason: string) => act(async () => reject(reason))
            asked.push({ key: props.key, signal, answer, fail })
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
    const one = asked.at(-1)
    if (!one) throw new Error('Nothing was asked')
    return one
  }
  return { ...hook, asked, now, last }
}

it('loads, and has the answer', async () => {
  const { now, last } = begin('a')
  expect(now()).toEqual({ loading: true, value: undefined, error: undefined })
  await last().answer('one')
  expect(now()).toEqual({ loading: false, value: 'one', error: undefined })
})

it('asks nothing without a key', () => {
  const { now, asked } = begin(undefined)
  expect(now()).toEqual({ loading: false, value: undefined, error: undefined })
  expect(asked).toEqual([])
})

it('forgets the answer to another question, and ignores the one that comes late', async () => {
  const { now, asked, rerender } = begin('a')
  rerender({ key: 'b', version: 0 })
  expect(asked.map(({ key }) => key)).toEqual(['a', 'b'])
  expect(asked[0]?.signal.aborted).toBe(true)
  await asked[1]?.answer('two')
  await asked[0]?.answer('one')
  expect(now().value).toBe('two')
  rerender({ key: 'a', version: 0 })
  expect(now()).toEqual({ loading: true, value: undefined, error: undefined })
})

it('keeps the answer while it is asked again, by whoever looks or at another version', async () => {
  const { now, asked, last, result, rerender } = begin('a')
  await last().answer('one')
  act(() => result.current.reload())
  expect(now()).toEqual({ loading: true, value: 'one', error: undefined })
  await last().answer('two')
  rerender({ key: 'a', version: 7 })
  expect(now()).toEqual({ loading: true, value: 'two', error: undefined })
  await last().answer('three')
  expect(now()).toEqual({ loading: false, value: 'three', error: undefined })
  expect(asked).toHaveLength(3)
})

it('ignores the answer to an earlier attempt that comes after the later one', async () => {
  const { now, asked, result } = begin('a')
  act(() => result.current.reload())
  await asked[1]?.answer('later')
  await asked[0]?.answer('earlier')
  expect(now()).toEqual({ loading: false, value: 'later', error: undefined })
})

it('says what failed, beside the last answer, until the next attempt is answered', async () => {
  const { now, last, result } = begin('a')
  await last().answer('one')
  act(() => result.current.reload())
  await last().fail('broken')
  expect(now()).toEqual({ loading: false, value: 'one', error: 'broken' })
  act(() => result.current.reload())
  await last().answer('two')
  expect(now()).toEqual({ loading: false, value: 'two', error: undefined })
})

it('takes what the page knows better', async () => {
  const { now, last, result } = begin('a')
  await last().answer('one')
  act(() => result.current.setValue('mine'))
  expect(now()).toEqual({ loading: false, value: 'mine', error: undefined })
})

it('tells what is asked that nobody waits any more', () => {
  const { last, unmount } = begin('a')
  unmount()
  expect(last().signal.aborted).toBe(true)
})
