import { useLayoutEffect } from 'react'
import { type Location, ScrollRestoration, useLocation } from 'react-router-dom'

const STORAGE = 'scroll-positions'

/** Back, forward and reload return to where one was; an address that is opened begins at its top. */
export function ScrollMemory() {
  return (
    <>
      <BeginAtTop />
      <ScrollRestoration storageKey={STORAGE} getKey={keyOf} />
    </>
  )
}

/** The router calls the first entry of every document by the same key, so those go by address. */
function keyOf({ key, pathname, search, hash }: Location): string {
  return key === 'default' ? pathname + search + hash : key
}

/** Stands before the router's part, so that its effect runs before what is kept is read. */
function BeginAtTop() {
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only how the document was reached counts.
  useLayoutEffect(() => {
    const [arrival] = performance.getEntriesByType('navigation')
    if (arrival instanceof PerformanceNavigationTiming && arrival.type === 'navigate') {
      forget(keyOf(location))
    }
  }, [])
  return null
}

function forget(key: string): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return
    sessionStorage.setItem(STORAGE, JSON.stringify({ ...kept, [key]: undefined }))
  } catch {
    // Storage is closed to us, or holds nonsense; the router then remembers nothing either.
  }
}
