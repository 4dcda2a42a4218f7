import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { whenNear } from '../lib/when-near.ts'
import { NightLayout, PaperLayout } from '../site/site-layout.tsx'
import { RootLayout } from './root-layout.tsx'
import { RouteError } from './route-error.tsx'

// Card payment comes with scripts of its own, so it is fetched when its step is reached.
const PaymentStep = lazy(async () => ({
  default: (await import('../payment/payment-step.tsx')).PaymentStep,
}))

const contactForm = () => import('../contact/contact-form.tsx')

// At the far end of Home, and readable without script: its code may wait until someone comes near.
const NearContactForm = lazy(async () => {
  await whenNear('contact')
  return { default: (await contactForm()).ContactForm }
})

function HomeContactForm() {
  return (
    <Suspense fallback={null}>
      <NearContactForm />
    </Suspense>
  )
}

/** What a route tells the build beside its page. */
export interface PageHandle {
  /** A part whose code comes later than the page, but whose styles must not. */
  later?: () => Promise<unknown>
}

type Load = () => Promise<{ Component: ComponentType }>

function page(path: string, load: Load): RouteObject {
  return { path, lazy: load, ErrorBoundary: RouteError }
}

const booking = [
  page('/service/:serviceType', async () => {
    const { BookingPage } = await import('../booking/booking-page.tsx')
    return { Component: () => <BookingPage PaymentStep={PaymentStep} /> }
  }),
  page('/meeting', async () => {
    const { MeetingPage } = await import('../booking/meeting-page.tsx')
    return { Component: () => <MeetingPage PaymentStep={PaymentStep} /> }
  }),
  page('/booking/manage', async () => {
    const { ManagePage } = await import('../booking/manage-page.tsx')
    return { Component: () => <ManagePage PaymentStep={PaymentStep} /> }
  }),
  page('/booking/success', async () => ({
    Component: (await import('../payment/success-page.tsx')).SuccessPage,
  })),
  page('/booking/cancel', async () => ({
    Component: (await import('../payment/cancel-page.tsx')).CancelPage,
  })),
]

/** A page inside the site's header and footer; its error screen is that of its layout. */
function sitePage(path: string, load: Load): RouteObject {
  return { path, lazy: load }
}

const nightPages = [
  {
    ...sitePage('/', async () => {
      const { HomePage } = await import('../site/home-page.tsx')
      return { Component: () => <HomePage contactForm={<HomeContactForm />} /> }
    }),
    handle: { later: contactForm } satisfies PageHandle,
  },
  sitePage('/services/nordic-luxury-travel', async () => ({
    Component: (await import('../site/artistry-page.tsx')).ArtistryPage,
  })),
  sitePage('/services/hospitality-consultancy', async () => ({
    Component: (await import('../site/mastery-page.tsx')).MasteryPage,
  })),
]

const paperPages = [
  sitePage('/services', async () => ({
    Component: (await import('../site/services-page.tsx')).ServicesPage,
  })),
  sitePage('/about', async () => ({
    Component: (await import('../site/about-page.tsx')).AboutPage,
  })),
  sitePage('/contact', async () => ({
    Component: (await import('../contact/contact-page.tsx')).ContactPage,
  })),
  sitePage('/inquiry-form', async () => ({
    Component: (await import('../inquiry/inquiry-page.tsx')).InquiryPage,
  })),
  sitePage('/terms', async () => ({
    Component: (await import('../site/terms-page.tsx')).TermsPage,
  })),
  sitePage('/privacy-policy', async () => ({
    Component: (await import('../site/privacy-page.tsx')).PrivacyPage,
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
    Component: RootLayout,
    // The page's own script arrives a moment after the router's; until then the ground colour stands.
    HydrateFallback: () => null,
    ErrorBoundary: RouteError,
    children: [
      ...booking,
      ...site,
      { path: '/privacy', element: <Navigate to="/privacy-policy" replace /> },
      page('*', async () => ({ Component: (await import('../site/not-found.tsx')).NotFound })),
    ],
  },
]
