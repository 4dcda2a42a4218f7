import { useEffect, useState } from 'react'
import { Banner } from '#client/ui/controls/banner.tsx'
import { canStore } from './store/probe.ts'

/** Said before anyone types, where the browser would lose what waits. `then`: what works all the same. */
export function KeepsNothing({ then }: { then: string }) {
  if (useCanStore()) return null
  return (
    <Banner tone="info" title="This browser keeps nothing on this device.">
      It may be a private window. {then}
    </Banner>
  )
}

/** Whether this browser keeps anything; believed until the opposite is known. */
function useCanStore(): boolean {
  const [can, setCan] = useState(true)
  useEffect(() => {
    let current = true
    void canStore().then((answer) => {
      if (current) setCan(answer)
    })
    return () => {
      current = false
    }
  }, [])
  return can
}
