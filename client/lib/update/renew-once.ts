import { useEffect, useState } from 'react'

const TRIED = 'renewed'

/**
 * Loads the page anew where a part of it is missing although a service worker is in charge: then
 * the page is of an earlier version than what is kept. Once for each address; whether it does.
 */
export function useRenewOnce(partIsMissing: boolean): boolean {
  const [renews] = useState(() => partIsMissing && mayRenew())
  useEffect(() => {
    if (!renews) return
    sessionStorage.setItem(TRIED, location.pathname)
    location.reload()
  }, [renews])
  return renews
}

function mayRenew(): boolean {
  try {
    const isTried = sessionStorage.getItem(TRIED) === location.pathname
    return !isTried && navigator.onLine && navigator.serviceWorker?.controller != null
  } catch {
    // Storage is barred, so nothing would end a circle.
    return false
  }
}
