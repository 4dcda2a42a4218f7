import { useEffect, useState } from 'react'
import { canStore } from './store/probe.ts'

/** Whether this browser keeps anything; believed until the opposite is known. */
export function useCanStore(): boolean {
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
