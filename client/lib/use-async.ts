import { useCallback, useEffect, useEffectEvent, useState } from 'react'

export interface AsyncState<T> {
  /**
   * Whether an attempt is pending: the first, one after `reload`, or one for a new key or version.
   */
  loading: boolean
  /** The last value for this key. It stays while the same key loads again, also if that fails. */
  value: T | undefined
  /** Error of the last finished attempt; undefined if it succeeded. */
  error: unknown
  reload: () => void
  /** Replaces the value, if the page knows a newer one. */
  setValue: (value: T) => void
}

interface KeyedAnswer<T> {
  key: string
  round: string
  value?: T | undefined
  error?: unknown
}

/**
 * Loads a value and keeps it in state. A new `key` discards the previous value, also one that is
 * still loading; without a key nothing is loaded. A new `version` loads the same key again. The
 * signal aborts when the result is no longer needed.
 */
export function useAsync<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  version: string | number | boolean = 0,
): AsyncState<T> {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<KeyedAnswer<T>>()
  const loadLatest = useEffectEvent(async (signal: AbortSignal) => load(signal))
  const round = `${version}/${attempt}`
  const take = useCallback(
    (next: KeyedAnswer<T>) =>
      setAnswer((before) => (before?.key === next.key ? { value: before.value, ...next } : next)),
    [],
  )
  useEffect(() => {
    if (key === undefined) return
    const controller = new AbortController()
    const end = (result: Pick<KeyedAnswer<T>, 'value' | 'error'>) => {
      if (!controller.signal.aborted) take({ key, round, ...result })
    }
    loadLatest(controller.signal).then(
      (value) => end({ value }),
      (error) => end({ error }),
    )
    return () => controller.abort()
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
