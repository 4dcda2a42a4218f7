import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { fetchCurrentAccount } from '#client/account/session.ts'
import { SignIn } from '#client/account/sign-in/sign-in.tsx'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { announce } from '#client/ui/announcer.tsx'
import type { AccountView } from '#shared/account/session-api.ts'

const AccountPage = lazy(async () => {
  const [{ AccountPage: Page }, { OwnData }] = await Promise.all([
    import('#client/account/account-page.tsx'),
    import('#client/account/own-data.tsx'),
  ])
  return { default: () => <Page OwnData={OwnData} /> }
})

const CallbackPage = lazyNamed(
  () => import('#client/account/callback-page.tsx'),
  (module) => module.CallbackPage,
)

/** The pages that need a sign-in, in a bundle apart from the public pages. */
export function AccountRoutes() {
  const { pathname } = useLocation()
  return (
    <Suspense fallback={null}>
      {pathname.startsWith('/auth/') ? <CallbackPage /> : <AccountPage />}
    </Suspense>
  )
}

/** For `?account` on any page: a sign-in dialog, or the way to account or desk if signed in. */
export function SignInRoute() {
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const { value: known } = useAsync('account', fetchCurrentAccount)
  useEffect(() => {
    if (known) void navigate(toHomePath(known), { replace: true })
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
  // After signing in, the visitor stays on the same page; the menu leads to the desk.
  const enter = () => {
    announce('You are signed in.')
    close()
  }
  return <SignIn onSignedIn={enter} onClose={close} />
}

function toHomePath({ role }: AccountView): string {
  return role === 'owner' ? '/admin' : '/account'
}
