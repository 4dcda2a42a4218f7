import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, type RouteObject, useRoutes } from 'react-router-dom'
import { DeskAccount } from '../account/desk-account.tsx'
import { DeskDoor, DeskReturn } from '../account/desk-door.tsx'
import { fetchSignIn, LaterSignInAgain } from '../account/later-sign-in.tsx'
import { signOut } from '../account/session.ts'
import { BookNotes } from '../crm/book-notes.tsx'
import { BookPanel } from '../crm/queue/book-panel.tsx'
import { BookPill } from '../crm/queue/book-pill.tsx'
import { Desk } from '../desk/desk.tsx'
import { MissingPage } from '../desk/missing-page.tsx'
import type { Person } from '../desk/person.ts'

/** A page of the desk: fetched when it is first opened, or by the service worker ahead of that. */
function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Page = lazy(async () => ({ default: await load() }))
  return { path, element: <Page /> }
}

/** Beside the forms, at an address of its own. */
const NewsletterList = lazy(async () => ({
  default: (await import('../contact/newsletter-list.tsx')).NewsletterList,
}))

const ClientLink = lazy(async () => ({
  default: (await import('../crm/client-link.tsx')).ClientLink,
}))

/** With what is read of somebody: the list beside it does not wait for it. */
function Client({ person }: { person: Person }) {
  return (
    <Suspense fallback={<span>&nbsp;</span>}>
      <ClientLink person={person} />
    </Suspense>
  )
}

/** Below /admin; each tab, and each part of one, has an address of its own. */
const pages: RouteObject[] = [
  { index: true, element: <Navigate to="/admin/crm" replace /> },
  page('dashboard', async () => (await import('../desk/dashboard-page.tsx')).DashboardPage),
  page(
    'crm/:id?/:part?/:other?',
    async () => (await import('../crm/clients-page.tsx')).ClientsPage,
  ),
  page(
    'crm/calendar',
    async () => (await import('../crm/calendar/calendar-page.tsx')).CalendarPage,
  ),
  page('crm/settings', async () => {
    const { CrmSettingsPage } = await import('../crm/settings/settings-page.tsx')
    return () => <CrmSettingsPage signOut={signOut} />
  }),
  page('bookings/:id?', async () => {
    const { BookingsPage } = await import('../booking/desk/bookings-page.tsx')
    return () => <BookingsPage Client={Client} />
  }),
  page('sales', async () => {
    const { SalesPage } = await import('../sales/sales-page.tsx')
    return () => <SalesPage SignIn={LaterSignInAgain} />
  }),
  { path: 'forms', element: <Navigate to="/admin/forms/booking" replace /> },
  page('forms/:form/:id?', async () => {
    const { FormsPage } = await import('../submissions/forms-page.tsx')
    return () => <FormsPage SignIn={LaterSignInAgain} Newsletter={NewsletterList} Client={Client} />
  }),
  page('settings', async () => {
    const { CalendarSettingsPage, hours } = await import('../schedule/calendar-settings-page.tsx')
    await hours
    return CalendarSettingsPage
  }),
  page(
    'settings/video',
    async () => (await import('../video/video-testing-page.tsx')).VideoTestingPage,
  ),
  page('settings/privacy', async () => {
    void fetchSignIn()
    const { PrivacyPage } = await import('../privacy/privacy-page.tsx')
    return () => <PrivacyPage SignIn={LaterSignInAgain} />
  }),
  { path: '*', element: <MissingPage /> },
]

/** The owner's pages. */
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
