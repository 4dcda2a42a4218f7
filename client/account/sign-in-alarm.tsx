import { useEffect, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import { momentWords } from '#client/lib/data/moment-words.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { getSignInAlarm } from '#shared/account/api.ts'

/** Says so where somebody used up the tries at the owner's account in the last days. */
export function SignInAlarm() {
  const [lastAt, setLastAt] = useState<string | null>(null)
  useEffect(() => {
    let current = true
    void call(getSignInAlarm, {}).then((answer) => {
      if (current && answer.ok) setLastAt(answer.value.lastAt)
    })
    return () => {
      current = false
    }
  }, [])
  if (lastAt === null) return null
  return (
    <Banner tone="warn" title="Someone kept trying to sign in to your account">
      Last {momentWords(Date.parse(lastAt), systemClock())}. They were stopped. You can always sign
      in with a passkey, or with your password on a device that you have used before.
    </Banner>
  )
}
