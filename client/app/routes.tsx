import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate, Outlet, type RouteObject } from 'react-router-dom'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { lazyRoute, RouteBoundary } from '#client/lib/router/site-routes.tsx'
import { MinimalLayout, NightLayout, PaperLayout } from '#client/site/layout/site-layout.tsx'
import { Button } from '#client/ui/button.tsx'
import { BreakableAddress } from '#client/ui/controls/breakable-address.tsx'
import text from '#client/ui/type.module.css'
import { getBusiness } from '#shared/content/site-content.ts'
import { toWriteLink } from '#shared/site/contact-links.ts'
import { PREVIEW_PATH } from '#shared/site/routes.ts'
import { RootLayout } from './root-layout.tsx'
import { RouteError } from './route-error.tsx'

// Card payment brings its own scripts, so it is loaded when its step is reached.
const PaymentStep = lazyNamed(
  () => import('#client/payment/payment-step.tsx'),
  (module) => module.PaymentStep,
)

const loadContactForm = () => import('#client/contact/contact-form.tsx')

// At the end of Home, and usable without script: its code waits until the visitor comes near.
const LazyContactForm = lazy(async () => {
  await whenVisible('contact')
  try {
    return { default: (await loadContactForm()).ContactForm }
  } catch {
    return { default: FormUnavailable }
  }
})

function HomeContactForm() {
  return (
    <Suspense fallback={null}>
      <LazyContactForm />
    </Suspense>
  )
}

/** Route `handle`: what else the page needs. */
export interface PageHandle {
  /** It shows texts that other documents do not contain. */
  readsTexts?: true
  /** A part whose code is loaded later than the page, but whose styles are needed at once. */
  loadDeferred?: () => Promise<unknown>
}

/** Shows the error screen in place of `children`, also if their code cannot be loaded. */
function withErrors(children: ReactNode): ReactNode {
  return <RouteBoundary Failed={RouteError}>{children}</RouteBoundary>
}

const bookingRoutes = [
  lazyRoute('/service/:serviceType', async () => {
    const { BookingPage } = await import('#client/booking/booking-page.tsx')
    return { Component: () => <BookingPage PaymentStep={PaymentStep} /> }
  }),
  lazyRoute('/meeting', async () => {
    const { MeetingPage } = await import('#client/booking/meeting-page.tsx')
    return { Component: () => <MeetingPage PaymentStep={PaymentStep} /> }
  }),
  lazyRoute('/booking/manage', async () => {
    const { ManagePage } = await import('#client/booking/manage/manage-page.tsx')
    return { Component: () => <ManagePage PaymentStep={PaymentStep} /> }
  }),
  lazyRoute('/booking/success', async () => ({
    Component: (await import('#client/payment/return/success-page.tsx')).SuccessPage,
  })),
  lazyRoute('/booking/cancel', async () => ({
    Component: (await import('#client/payment/return/cancel-page.tsx')).CancelPage,
  })),
]

const onThisDeviceRoute = lazyRoute('/on-this-device', async () => ({
  Component: (await import('#client/outbox/on-this-device/on-this-device-page.tsx'))
    .OnThisDevicePage,
}))

// One import for all account pages: the route table is part of every first visit.
const loadAccountRoutes = () => import('./account-routes.tsx')

const accountRoutes = ['/account', '/auth/callback'].map((path) =>
  lazyRoute(path, async () => ({ Component: (await loadAccountRoutes()).AccountRoutes })),
)

const SignInRoute = lazyNamed(loadAccountRoutes, (module) => module.SignInRoute)

const nightRoutes = [
  {
    ...lazyRoute('/', async () => {
      const { HomePage } = await import('#client/site/home-page.tsx')
      return { Component: () => <HomePage contactForm={<HomeContactForm />} /> }
    }),
    handle: { loadDeferred: loadContactForm } satisfies PageHandle,
  },
  lazyRoute('/services/nordic-luxury-travel', async () => ({
    Component: (await import('#client/site/services/artistry-page.tsx')).ArtistryPage,
  })),
  lazyRoute('/services/hospitality-consultancy', async () => ({
    Component: (await import('#client/site/services/mastery-page.tsx')).MasteryPage,
  })),
]

const paperRoutes = [
  lazyRoute('/services', async () => ({
    Component: (await import('#client/site/services/services-page.tsx')).ServicesPage,
  })),
  lazyRoute('/about', async () => ({
    Component: (await import('#client/site/about-page.tsx')).AboutPage,
  })),
  lazyRoute('/contact', async () => ({
    Component: (await import('#client/contact/contact-page.tsx')).ContactPage,
  })),
  lazyRoute('/inquiry-form', async () => ({
    Component: (await import('#client/inquiry/inquiry-page.tsx')).InquiryPage,
  })),
  lazyRoute('/terms', async () => ({
    Component: (await import('#client/site/legal/legal-page.tsx')).TermsPage,
  })),
  lazyRoute('/privacy-policy', async () => ({
    Component: (await import('#client/site/legal/legal-page.tsx')).PrivacyPage,
  })),
]

const withTexts = (route: RouteObject): RouteObject => ({
  ...route,
  handle: { ...route.handle, readsTexts: true } satisfies PageHandle,
})

/** The pages that consist of what the owner writes. */
export const siteRoutes: RouteObject[] = [
  {
    element: withErrors(<NightLayout />),
    children: nightRoutes.map(withTexts),
  },
  {
    element: withErrors(<PaperLayout />),
    children: paperRoutes.map(withTexts),
  },
]

export const routes: RouteObject[] = [
  {
    element: withErrors(<Outlet />),
    children: [
      lazyRoute(PREVIEW_PATH, async () => ({
        Component: (await import('./desk/preview.tsx')).Preview,
      })),
    ],
  },
  {
    element: withErrors(<RootLayout SignInRoute={SignInRoute} />),
    children: [
      ...siteRoutes,
      { path: '/privacy', element: <Navigate to="/privacy-policy" replace /> },
      {
        Component: MinimalLayout,
        children: [
          {
            element: withErrors(<Outlet />),
            children: [
              ...bookingRoutes,
              onThisDeviceRoute,
              ...accountRoutes,
              lazyRoute('/admin/*', async () => ({
                Component: (await import('./desk/routes.tsx')).DeskRoutes,
              })),
              lazyRoute('*', async () => ({
                Component: (await import('#client/site/not-found.tsx')).NotFound,
              })),
            ],
          },
        ],
      },
    ],
  },
]

/** Distance outside the viewport that counts as near. */
const PRELOAD_MARGIN = '800px'

/**
 * Resolves at the first sign of use; the visitor's next action may need the whole page. It listens
 * from the start, because on a slow device the visitor may act before the part that waits is
 * rendered. A screen reader may click without a pointer or a key.
 */
const firstUse = new Promise<void>((resolve) => {
  if (typeof window === 'undefined') return
  for (const type of ['pointermove', 'pointerdown', 'click', 'keydown', 'scroll', 'popstate'])
    addEventListener(type, () => resolve(), { passive: true, once: true })
})

/**
 * Resolves once the element with this id is near the viewport or the visitor first acts: the router
 * cannot navigate while a part still waits for its code. Resolves at once if the element does not
 * exist: then it is about to be rendered.
 */
function whenVisible(id: string): Promise<void> {
  const part = typeof document === 'undefined' ? null : document.getElementById(id)
  if (!part) return Promise.resolve()
  return new Promise((resolve) => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) arrive()
      },
      { rootMargin: PRELOAD_MARGIN },
    )
    const arrive = () => {
      watch.disconnect()
      resolve()
    }
    watch.observe(part)
    void firstUse.then(arrive)
  })
}

/** Replaces the form if its code cannot be loaded; the rest of the page stays readable. */
function FormUnavailable() {
  const { email } = getBusiness()
  return (
    <div>
      <p className={text.lead}>
        The form did not load. Please refresh the page
        {email === null ? null : (
          <>
            , or write to{' '}
            <a href={toWriteLink()}>
              <BreakableAddress address={email} />
            </a>
          </>
        )}
        .
      </p>
      <br />
      <Button onClick={() => location.reload()}>Refresh Page</Button>
    </div>
  )
}
