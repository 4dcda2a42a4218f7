import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useAsync } from '#client/lib/use-async.ts'
import { announce } from '#client/ui/announcer.tsx'
import type { AccountView } from '#shared/account/session-api.ts'
import { whoIsHere } from './session.ts'
import { SignIn } from './sign-in/sign-in.tsx'

/** `?account` at any page: in front of it the way in, or on to what is one's own. */
export function Door() {
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const { value: known } = useAsync('account', whoIsHere)
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
