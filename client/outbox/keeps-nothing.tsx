import { useAsync } from '#client/lib/use-async.ts'
import { Banner } from '#client/ui/controls/banner.tsx'

const NAME = 'probe'

/** Whether IndexedDB works in this browser; private windows may lack it. Never rejects. */
export function canStore(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME)
      request.onerror = () => resolve(false)
      request.onsuccess = () => {
        request.result.close()
        indexedDB.deleteDatabase(NAME)
        resolve(true)
      }
    } catch {
      resolve(false)
    }
  })
}

/**
 * Warns before a person types that this browser cannot store submissions. `then`: what works all
 * the same.
 */
export function KeepsNothing({ then }: { then: string }) {
  // Show nothing until the check has failed.
  if (useAsync('store', canStore).value !== false) return null
  return (
    <Banner tone="info" title="This browser cannot store anything on this device.">
      It may be a private window. {then}
    </Banner>
  )
}
