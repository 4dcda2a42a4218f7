import { useEffect, useState } from 'react'
import { thisDeviceId } from '#client/book/this-device.ts'
import { ownerHere } from '#client/lib/data/owner-here.ts'

/** How the server knows this device. */
export function useThisDevice(): string | undefined {
  const [id, setId] = useState<string>()
  useEffect(() => {
    const userId = ownerHere()?.userId
    if (!userId) return
    let left = false
    void thisDeviceId(userId).then((found) => {
      if (!left) setId(found)
    })
    return () => {
      left = true
    }
  }, [])
  return id
}
