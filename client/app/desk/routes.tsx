import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, type RouteObject, useRoutes } from 'react-router-dom'
import { signOut } from '#client/account/session.ts'
import { BookNotes } from '#client/desk/clients/book-notes.tsx'
import { ClientLink } from '#client/desk/clients/client-link.tsx'
import { BookPanel, BookPill } from '#client/desk/clients/queue/book-panel.tsx'
import { MissingPage } from '#client/desk/kit/page/page.tsx'
import { Desk } from '#client/desk/shell/desk.tsx'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { DeskAccount, DeskDoor, DeskReturn, fetchSignIn, LaterSignInAgain } from './door.tsx'

/** A page of the desk, loaded when first opened; the service worker may have it precached. */
function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Page = lazy(async () => ({ default: await load() }))
  return { path, element: <Page /> }
}

const NewsletterList = lazyNamed(
  () => import('#client/desk/forms/newsletter-list.tsx'),
  (module) => module.NewsletterList,
)

/** Paths below `/admin`; each tab and each part of a tab has its own. */
const pages: RouteObject[] = [
  { index: true, element: <Navigate to="/admin/crm" replace /> },
  page(
    'dashboard',
    async () => (await import('#client/desk/dashboard/dashboard-page.tsx')).DashboardPage,
  ),
  page(
    'crm/:id?/:part?/:other?',
    async () => (await import('#client/desk/clients/clients-page.tsx')).ClientsPage,
  ),
  page(
    'crm/calendar',
    async () => (await import('#client/desk/clients/calendar/calendar-page.tsx')).CalendarPage,
  ),
  page('crm/settings', async () => {
    const { CrmSettingsPage } = await import('#client/desk/clients/settings/settings-page.tsx')
    return () => <CrmSettingsPage signOut={signOut} />
  }),
  page('bookings/:id?', async () => {
    const { BookingsPage } = await import('#client/desk/bookings/bookings-page.tsx')
    return () => <BookingsPage Client={ClientLink} />
  }),
  page('sales', async () => {
    const { SalesPage } = await import('#client/desk/sales/sales-page.tsx')
    return () => <SalesPage SignIn={LaterSignInAgain} />
  }),
  { path: 'forms', element: <Navigate to="/admin/forms/booking" replace /> },
  page('forms/:form/:id?', async () => {
    const { FormsPage } = await import('#client/desk/forms/forms-page.tsx')
    return () => (
      <FormsPage SignIn={LaterSignInAgain} Newsletter={NewsletterList} Client={ClientLink} />
    )
  }),
  page('settings', async () => {
    const { CalendarSettingsPage, hours } = await import(
      '#client/desk/schedule/calendar-settings-page.tsx'
    )
    await hours
    return CalendarSettingsPage
  }),
  page(
    'settings/video',
    async () =>
      (await import('#client/desk/settings/video/video-testing-page.tsx')).VideoTestingPage,
  ),
  page('settings/privacy', async () => {
    void fetchSignIn()
    const { PrivacyPage } = await import('#client/desk/settings/privacy/privacy-page.tsx')
    return () => <PrivacyPage SignIn={LaterSignInAgain} />
  }),
  // For whoever works on the desk; the build has neither the address nor the page.
  ...(import.meta.env.DEV
    ? [page('kit', async () => (await import('#client/desk/kit/kit-page.tsx')).KitPage)]
    : []),
  { path: '*', element: <MissingPage /> },
]

export function DeskRoutes() {
  return (
    <Desk
      door={<DeskDoor />}
      signIn={<DeskReturn />}
      signOut={signOut}
      pill={<BookPill />}
      panel={<BookPanel account={<DeskAccount />} />}
    >
      <BookNotes />
      <Suspense fallback={null}>{useRoutes(pages)}</Suspense>
    </Desk>
  )
}
