import { useAsync } from '#client/lib/use-async.ts'
import { Banner } from '#client/ui/controls/banner.tsx'

const NAME = 'probe'

/** Whether this browser keeps anything at all; private windows may not. Never throws. */
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

/** Said before anyone types, where the browser would lose what waits. `then`: what works all the same. */
export function KeepsNothing({ then }: { then: string }) {
  // A browser is believed to keep what waits until the opposite is known.
  if (useAsync('store', canStore).value !== false) return null
  return (
    <Banner tone="info" title="This browser cannot store anything on this device.">
      It may be a private window. {then}
    </Banner>
  )
}
