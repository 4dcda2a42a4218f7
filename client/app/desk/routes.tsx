import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, type RouteObject, useRoutes } from 'react-router-dom'
import { signOut } from '#client/account/session.ts'
import { ClientLink } from '#client/desk/clients/client-link.tsx'
import { NotFoundPage } from '#client/desk/kit/page/page.tsx'
import { DataNotices } from '#client/desk/records/data-notices.tsx'
import { DataPanel, DataPill } from '#client/desk/records/data-panel.tsx'
import { Desk } from '#client/desk/shell/desk.tsx'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import {
  DeskAccount,
  DeskSignIn,
  DeskSignInAgain,
  LazySignInAgain,
  loadSignIn,
} from './desk-sign-in.tsx'

/**
 * A page of the desk, loaded when first opened; the service worker may have it precached. If it
 * cannot be loaded, `RouteError` (see `withErrors` in `client/app/routes.tsx`) replaces the desk.
 */
function lazyPage(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Page = lazy(async () => ({ default: await load() }))
  return { path, element: <Page /> }
}

const NewsletterList = lazyNamed(
  () => import('#client/desk/forms/newsletter-list.tsx'),
  (module) => module.NewsletterList,
)

/**
 * Paths below `/admin`; each tab and each part of a tab has its own. Pages with actions that need a
 * recent sign-in, such as exports, get the dialog for it as `SignIn`. The desk's `signInAgain` is
 * for a session that has ended.
 */
const pages: RouteObject[] = [
  { index: true, element: <Navigate to="/admin/crm" replace /> },
  lazyPage(
    'dashboard',
    async () => (await import('#client/desk/dashboard/dashboard-page.tsx')).DashboardPage,
  ),
  lazyPage(
    // `other`: the client to merge with, in `crm/<id>/merge/<other>`.
    'crm/:id?/:part?/:other?',
    async () => (await import('#client/desk/clients/clients-page.tsx')).ClientsPage,
  ),
  lazyPage(
    'crm/calendar',
    async () => (await import('#client/desk/clients/calendar/calendar-page.tsx')).CalendarPage,
  ),
  lazyPage(
    'crm/deleted',
    async () => (await import('#client/desk/clients/deleted/deleted-page.tsx')).DeletedPage,
  ),
  lazyPage('crm/settings', async () => {
    const { CrmSettingsPage } = await import('#client/desk/clients/settings/crm-settings-page.tsx')
    return () => <CrmSettingsPage signOut={signOut} />
  }),
  lazyPage(
    'journeys',
    async () => (await import('#client/desk/journeys/journeys-page.tsx')).JourneysPage,
  ),
  lazyPage(
    // `part`: `share` opens the sheet of the guests' link over the same page.
    'journeys/:id/:part?',
    async () => (await import('#client/desk/journeys/detail/journey-detail.tsx')).JourneyDetail,
  ),
  lazyPage('bookings/:id?', async () => {
    const { BookingsPage } = await import('#client/desk/bookings/bookings-page.tsx')
    return () => <BookingsPage Client={ClientLink} />
  }),
  lazyPage('sales', async () => {
    const { SalesPage } = await import('#client/desk/sales/sales-page.tsx')
    return () => <SalesPage SignIn={LazySignInAgain} />
  }),
  { path: 'forms', element: <Navigate to="/admin/forms/booking" replace /> },
  lazyPage('forms/:form/:id?', async () => {
    const { FormsPage } = await import('#client/desk/forms/forms-page.tsx')
    return () => (
      <FormsPage SignIn={LazySignInAgain} Newsletter={NewsletterList} ClientLink={ClientLink} />
    )
  }),
  lazyPage('site', async () => (await import('#client/desk/site/pages/pages-page.tsx')).PagesPage),
  lazyPage(
    'site/pages/:id',
    async () => (await import('#client/desk/site/pages/page-page.tsx')).PageTextsPage,
  ),
  lazyPage(
    'site/services',
    async () => (await import('#client/desk/site/services/services-page.tsx')).ServicesPage,
  ),
  lazyPage(
    'site/services/:id',
    async () => (await import('#client/desk/site/services/service-page.tsx')).ServicePage,
  ),
  lazyPage(
    'site/photographs/:id?',
    async () =>
      (await import('#client/desk/site/photographs/photographs-page.tsx')).PhotographsPage,
  ),
  lazyPage(
    'site/business',
    async () => (await import('#client/desk/site/business-page.tsx')).BusinessPage,
  ),
  lazyPage(
    'site/versions',
    async () => (await import('#client/desk/site/versions/versions-page.tsx')).VersionsPage,
  ),
  // The first part of the Settings tab: the calendar settings.
  lazyPage('settings', async () => {
    const { SchedulePage, preloadedSchedule } = await import(
      '#client/desk/schedule/schedule-page.tsx'
    )
    // So that the page renders only once; it never rejects, and gives up soon.
    await preloadedSchedule
    return SchedulePage
  }),
  lazyPage(
    'settings/video',
    async () =>
      (await import('#client/desk/settings/video/video-testing-page.tsx')).VideoTestingPage,
  ),
  lazyPage('settings/privacy', async () => {
    // Most of this page needs a recent sign-in; on other pages only the exports do.
    void loadSignIn()
    const { PrivacyPage } = await import('#client/desk/settings/privacy/privacy-page.tsx')
    return () => <PrivacyPage SignIn={LazySignInAgain} />
  }),
  { path: '*', element: <NotFoundPage /> },
]

export function DeskRoutes() {
  return (
    <Desk
      signInForm={<DeskSignIn />}
      signInAgain={<DeskSignInAgain />}
      signOut={signOut}
      pill={<DataPill />}
      panel={<DataPanel account={<DeskAccount />} />}
    >
      <DataNotices />
      <Suspense fallback={null}>{useRoutes(pages)}</Suspense>
    </Desk>
  )
}
