import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { Door } from '#client/account/door.tsx'
import { lazyNamed } from '#client/lib/lazy-named.ts'

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

/** Whatever has to do with being signed in, one step away from the pages that everybody reads. */
export function AccountRoutes() {
  const { pathname } = useLocation()
  return (
    <Suspense fallback={null}>
      {pathname.startsWith('/auth/') ? <CallbackPage /> : <AccountPage />}
    </Suspense>
  )
}

export { Door }
