import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { announce } from '#client/ui/announcer.tsx'
import type { AccountView } from '#shared/account/session-api.ts'
import { whoIsHere } from './session.ts'
import { SignIn } from './sign-in/sign-in.tsx'

/** `?account` at any page: in front of it the way in, or on to what is one's own. */
export function Door() {
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const [known, setKnown] = useState<AccountView | null>()
  useEffect(() => {
    let current = true
    void whoIsHere().then((user) => {
      if (current) setKnown(user)
    })
    return () => {
      current = false
    }
  }, [])
  useEffect(() => {
    if (known) void navigate(homeOf(known), { replace: true })
  }, [known, navigate])
  const close = () =>
    setParams(
      (params) => {
        params.delete('account')
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  if (known !== null) return null
  // Whoever signs in stays on the page that they were reading; the menu leads to the desk.
  const enter = () => {
    announce('You are signed in.')
    close()
  }
  return <SignIn onIn={enter} onClose={close} />
}

function homeOf({ role }: AccountView): string {
  return role === 'owner' ? '/admin' : '/account'
}
