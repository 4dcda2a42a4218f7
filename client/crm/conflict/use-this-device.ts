import { useEffect, useState } from 'react'
import { ownerHere } from '../../desk/owner-here.ts'
import { thisDeviceId } from '../../offline/crm/this-device.ts'

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
