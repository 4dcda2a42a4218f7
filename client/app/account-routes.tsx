import { lazy, Suspense } from 'react'
import { useRoutes } from 'react-router-dom'
import { Door } from '../account/door.tsx'

const AccountPage = lazy(async () => ({
  default: (await import('../account/account-page.tsx')).AccountPage,
}))

const CallbackPage = lazy(async () => ({
  default: (await import('../account/callback-page.tsx')).CallbackPage,
}))

const pages = [
  { path: '/account', element: <AccountPage /> },
  { path: '/auth/callback', element: <CallbackPage /> },
]

/** Whatever has to do with being signed in, in one step away from the pages that everybody reads. */
export function AccountRoutes() {
  return <Suspense fallback={null}>{useRoutes(pages)}</Suspense>
}

export { Door }
