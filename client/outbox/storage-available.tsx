import { useAsync } from '#client/lib/use-async.ts'
import { Banner } from '#client/ui/controls/banner.tsx'

const PROBE_DATABASE = 'probe'

/** Whether IndexedDB works in this browser; private windows may lack it. Never rejects. */
export function isStorageAvailable(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(PROBE_DATABASE)
      request.onerror = () => resolve(false)
      request.onsuccess = () => {
        request.result.close()
        indexedDB.deleteDatabase(PROBE_DATABASE)
        resolve(true)
      }
    } catch {
      resolve(false)
    }
  })
}

/**
 * Warns before a person types that this browser cannot store submissions. `fallbackText`: what works all
 * the same.
 */
export function StorageUnavailableBanner({ fallbackText }: { fallbackText: string }) {
  // Show nothing until the check has failed.
  if (useAsync('store', isStorageAvailable).value !== false) return null
  return (
    <Banner tone="info" title="This browser cannot store anything on this device.">
      It may be a private window. {fallbackText}
    </Banner>
  )
}
