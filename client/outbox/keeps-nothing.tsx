import { Banner } from '#client/ui/controls/banner.tsx'
import { useCanStore } from './use-can-store.ts'

/** Said before anyone types, where the browser would lose what waits. `then`: what works all the same. */
export function KeepsNothing({ then }: { then: string }) {
  if (useCanStore()) return null
  return (
    <Banner tone="info" title="This browser keeps nothing on this device.">
      It may be a private window. {then}
    </Banner>
  )
}
