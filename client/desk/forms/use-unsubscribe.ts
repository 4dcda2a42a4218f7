import { useState } from 'react'
import { call } from '#client/lib/data/api.ts'
import { unsubscribeReader } from '#shared/contact/api.ts'

/** Takes an address off the list, for the owner. */
export function useUnsubscribe(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const start = async (id: string) => {
    setBusy(true)
    setFailed(false)
    const answer = await call(unsubscribeReader, { id })
    setBusy(false)
    if (answer.ok) onDone()
    else setFailed(true)
  }
  return { busy, failed, start: (id: string) => void start(id) }
}
