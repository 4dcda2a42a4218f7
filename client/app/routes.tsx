import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { NightLayout, PaperLayout, QuietLayout } from '#client/site/layout/site-layout.tsx'
import { Button } from '#client/ui/button.tsx'
import text from '#client/ui/type.module.css'
import { business, mailLink } from '#shared/site/business.ts'
import { RootLayout } from './root-layout.tsx'
import { RouteError } from './route-error.tsx'

// Card payment brings its own scripts, so it is loaded when its step is reached.
const PaymentStep = lazyNamed(
  () => import('#client/payment/payment-step.tsx'),
  (module) => module.PaymentStep,
)

const contactForm = () => import('#client/contact/contact-form.tsx')

// At the end of Home, and usable without script: its code waits until the visitor comes near.
const WantedContactForm = lazy(async () => {
  await whenWanted('contact')
  try {
    return { default: (await contactForm()).ContactForm }
  } catch {
    return { default: MissingForm }
  }
})

function HomeContactForm() {
  return (
    <Suspense fallback={null}>
      <WantedContactForm />
    </Suspense>
  )
}

/** Route `handle`: what the build must know besides the page. */
export interface PageHandle {
  /** A part whose code is loaded later than the page, but whose styles are needed at once. */
  later?: () => Promise<unknown>
}

type Load = () => Promise<{ Component: ComponentType }>

/** A lazy route. Its error boundary must be on a parent, to catch a failed load as well. */
function page(path: string, load: Load): RouteObject {
  return { path, lazy: load }
}

const booking = [
  page('/service/:serviceType', async () => {
    const { BookingPage } = await import('#client/booking/booking-page.tsx')
    return { Component: () => <BookingPage PaymentStep={PaymentStep} /> }
  }),
  page('/meeting', async () => {
    const { MeetingPage } = await import('#client/booking/meeting-page.tsx')
    return { Component: () => <MeetingPage PaymentStep={PaymentStep} /> }
  }),
  page('/booking/manage', async () => {
    const { ManagePage } = await import('#client/booking/manage/manage-page.tsx')
    return { Component: () => <ManagePage PaymentStep={PaymentStep} /> }
  }),
  page('/booking/success', async () => ({
    Component: (await import('#client/payment/return/success-page.tsx')).SuccessPage,
  })),
  page('/booking/cancel', async () => ({
    Component: (await import('#client/payment/return/cancel-page.tsx')).CancelPage,
  })),
]

const onThisDevice = page('/on-this-device', async () => ({
  Component: (await import('#client/outbox/on-this-device/on-this-device-page.tsx'))
    .OnThisDevicePage,
}))

// One import for all account pages: the route table is part of every first visit.
const accountRoutes = () => import('./account-routes.tsx')

const account = ['/account', '/auth/callback'].map((path) =>
  page(path, async () => ({ Component: (await accountRoutes()).AccountRoutes })),
)

const Door = lazyNamed(accountRoutes, (module) => module.Door)

const nightPages = [
  {
    ...page('/', async () => {
      const { HomePage } = await import('#client/site/home-page.tsx')
      return { Component: () => <HomePage contactForm={<HomeContactForm />} /> }
    }),
    handle: { later: contactForm } satisfies PageHandle,
  },
  page('/services/nordic-luxury-travel', async () => ({
    Component: (await import('#client/site/services/artistry-page.tsx')).ArtistryPage,
  })),
  page('/services/hospitality-consultancy', async () => ({
    Component: (await import('#client/site/services/mastery-page.tsx')).MasteryPage,
  })),
]

const paperPages = [
  page('/services', async () => ({
    Component: (await import('#client/site/services/services-page.tsx')).ServicesPage,
  })),
  page('/about', async () => ({
    Component: (await import('#client/site/about-page.tsx')).AboutPage,
  })),
  page('/contact', async () => ({
    Component: (await import('#client/contact/contact-page.tsx')).ContactPage,
  })),
  page('/inquiry-form', async () => ({
    Component: (await import('#client/inquiry/inquiry-page.tsx')).InquiryPage,
  })),
  page('/terms', async () => ({
    Component: (await import('#client/site/legal/terms-page.tsx')).TermsPage,
  })),
  page('/privacy-policy', async () => ({
    Component: (await import('#client/site/legal/privacy-page.tsx')).PrivacyPage,
  })),
]

const site: RouteObject[] = [
  {
    Component: NightLayout,
    ErrorBoundary: RouteError,
    children: nightPages,
  },
  {
    Component: PaperLayout,
    ErrorBoundary: RouteError,
    children: paperPages,
  },
]

export const routes: RouteObject[] = [
  {
    element: <RootLayout Door={Door} />,
    // The page's script arrives after the router's; until then only the background is shown.
    HydrateFallback: () => null,
    ErrorBoundary: RouteError,
    children: [
      ...site,
      { path: '/privacy', element: <Navigate to="/privacy-policy" replace /> },
      {
        Component: QuietLayout,
        children: [
          {
            ErrorBoundary: RouteError,
            children: [
              ...booking,
              onThisDevice,
              ...account,
              page('/admin/*', async () => ({
                Component: (await import('./desk/routes.tsx')).DeskRoutes,
              })),
              page('*', async () => ({
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
const AHEAD = '800px'

/** First signs of use; the visitor's next action may need the whole page. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'popstate']

/**
 * Resolves once the element with this id is near the viewport or the visitor first acts: the router
 * cannot navigate while a part still waits for its code. Resolves at once if the element does not
 * exist: then it is about to be rendered.
 */
function whenWanted(id: string): Promise<void> {
  const part = typeof document === 'undefined' ? null : document.getElementById(id)
  if (!part) return Promise.resolve()
  return new Promise((resolve) => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) arrive()
      },
      { rootMargin: AHEAD },
    )
    const arrive = () => {
      watch.disconnect()
      for (const sign of SIGNS) removeEventListener(sign, arrive)
      resolve()
    }
    watch.observe(part)
    for (const sign of SIGNS) addEventListener(sign, arrive, { passive: true })
  })
}

/** Replaces the form if its code cannot be loaded; the rest of the page stays readable. */
function MissingForm() {
  return (
    <div>
      <p className={text.lead}>
        The form did not load. Please refresh the page, or write to{' '}
        <a href={mailLink()}>{business.email}</a>.
      </p>
      <br />
      <Button onClick={() => location.reload()}>Refresh Page</Button>
    </div>
  )
}
