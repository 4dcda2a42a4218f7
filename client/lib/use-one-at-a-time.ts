import { useCallback, useLayoutEffect, useRef, useState } from 'react'

export interface OneAtATime {
  /** Whether work is running, as last rendered. */
  busy: boolean
  /**
   * Runs the work, and resolves to its result. Does nothing and resolves to undefined if other work
   * is running.
   */
  run: <T>(work: () => Promise<T>) => Promise<T | undefined>
}

/**
 * Runs one piece of work at a time, such as sending a form. A rendered `busy` alone would not do:
 * programs, for example for switch control or voice, can press a button several times before React
 * renders it as disabled.
 */
export function useOneAtATime(): OneAtATime {
  const [state, setState] = useState({ busy: false })
  const isRunning = useRef(false)
  // Not when the work ends, because until then the page shows the button with its old handler.
  useLayoutEffect(() => {
    if (!state.busy) isRunning.current = false
  }, [state])
  const run = useCallback(async <T>(work: () => Promise<T>) => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setState({ busy: true })
    try {
      return await work()
    } finally {
      setState({ busy: false })
    }
  }, [])
  return { busy: state.busy, run }
}
