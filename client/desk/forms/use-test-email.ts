import { useState } from 'react'
import { call } from '#client/lib/data/api.ts'
import { useOwnerHere } from '#client/lib/data/owner-here.ts'
import { sendNotification } from '#shared/submissions/api.ts'

export type TestEmailResult =
  | { sent: true; email: string; delivers: boolean; sentAt: number }
  | { sent: false; reason: string }

export interface TestEmail {
  busy: boolean
  result: TestEmailResult | undefined
  send: () => void
}

export function useTestEmail(): TestEmail {
  const owner = useOwnerHere()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<TestEmailResult>()
  const send = async () => {
    setBusy(true)
    setResult(undefined)
    const answer = await call(sendNotification, { email: owner?.email ?? '', type: 'test' })
    setBusy(false)
    if (answer.ok) {
      const { email, delivers, sentAt } = answer.value
      setResult({ sent: true, email, delivers, sentAt: Date.parse(sentAt) })
    } else {
      const { fields, status } = answer.refusal
      setResult({ sent: false, reason: fields?.email ?? reasonOf(status) })
    }
  }
  return { busy, result, send: () => void send() }
}

function reasonOf(status: number): string {
  if (status === 0) return 'The server did not answer.'
  return status === 401 ? 'Please sign in.' : 'The server could not do it just now.'
}
