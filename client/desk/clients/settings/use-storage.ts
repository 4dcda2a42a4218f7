import { useEffect, useState } from 'react'
import { useBookState } from '#client/book/use-book.ts'

interface Storage {
  /** Bytes that the site uses here; undefined where the browser does not tell. */
  used: number | undefined
  /** Whether the browser promised not to clear it by itself; undefined where it makes no promises. */
  persistent: boolean | undefined
  /** The browser was asked, and did not promise. */
  declined: boolean
  ask: () => Promise<void>
}

/** What the browser says of the space that the site takes. */
export function useStorage(): Storage {
  const [state, setState] = useState<Omit<Storage, 'ask'>>({
    used: undefined,
    persistent: undefined,
    declined: false,
  })
  const { clients } = useBookState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other clients are another size.
  useEffect(() => {
    let left = false
    void lookUp().then((found) => {
      if (!left) setState((before) => ({ ...before, ...found }))
    })
    return () => {
      left = true
    }
  }, [clients])
  const ask = async () => {
    const persistent = await navigator.storage.persist()
    setState((before) => ({ ...before, persistent, declined: !persistent }))
  }
  return { ...state, ask }
}

/** Not every browser has it, and none has it on an insecure origin. */
async function lookUp(): Promise<Pick<Storage, 'used' | 'persistent'>> {
  try {
    const { usage: used } = await navigator.storage.estimate()
    return { used, persistent: await navigator.storage.persisted() }
  } catch {
    return { used: undefined, persistent: undefined }
  }
}
