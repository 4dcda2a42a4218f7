import { useCallback, useEffect, useEffectEvent, useState } from 'react'

export interface Async<T> {
  /** The last attempt is not answered yet: the first, one after `reload`, or one at another version. */
  loading: boolean
  /** The last answer to this question; it stays while the same is asked again, and if that fails. */
  value: T | undefined
  /** Why the last answered attempt failed; undefined where it did not. */
  error: unknown
  reload: () => void
  /** Puts something in the place of the answer, where the page knows better. */
  setValue: (value: T) => void
}

interface Answer<T> {
  key: string
  round: string
  value?: T | undefined
  error?: unknown
}

/**
 * What `load` resolves to. The key names the question: another key asks at once and forgets what was
 * answered before, also what is still to come; without a key nothing is asked. Another `version`
 * asks the same question again. The signal ends when nobody waits for the answer any more.
 */
export function useAsync<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  version: string | number | boolean = 0,
): Async<T> {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<Answer<T>>()
  const ask = useEffectEvent(async (signal: AbortSignal) => load(signal))
  const round = `${version}/${attempt}`
  const take = useCallback(
    (next: Answer<T>) =>
      setAnswer((before) => (before?.key === next.key ? { value: before.value, ...next } : next)),
    [],
  )
  useEffect(() => {
    if (key === undefined) return
    const left = new AbortController()
    const end = (result: Pick<Answer<T>, 'value' | 'error'>) => {
      if (!left.signal.aborted) take({ key, round, ...result })
    }
    ask(left.signal).then(
      (value) => end({ value }),
      (error) => end({ error }),
    )
    return () => left.abort()
  }, [key, round, take])
  const current = answer?.key === key ? answer : undefined
  return {
    loading: key !== undefined && current?.round !== round,
    value: current?.value,
    error: current?.error,
    reload: useCallback(() => setAttempt((count) => count + 1), []),
    setValue: useCallback(
      (value) => key !== undefined && take({ key, round, value }),
      [key, round, take],
    ),
  }
}
