import { type ComponentType, lazy } from 'react'
import type { RouteObject } from 'react-router-dom'
import { RootLayout } from './root-layout.tsx'
import { RouteError } from './route-error.tsx'

// Card payment comes with scripts of its own, so it is fetched when its step is reached.
const PaymentStep = lazy(async () => ({
  default: (await import('../payment/payment-step.tsx')).PaymentStep,
}))

type Load = () => Promise<{ Component: ComponentType }>

const notBuiltYet: Load = async () => ({
  Component: (await import('../site/coming-page.tsx')).ComingPage,
})

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
  page('/booking/manage', async () => ({
    Component: (await import('../booking/manage-page.tsx')).ManagePage,
  })),
  page('/booking/success', async () => ({
    Component: (await import('../payment/success-page.tsx')).SuccessPage,
  })),
  page('/booking/cancel', async () => ({
    Component: (await import('../payment/cancel-page.tsx')).CancelPage,
  })),
]

const site = [
  page('/', async () => ({ Component: (await import('../site/home-page.tsx')).HomePage })),
  ...[
    '/about',
    '/services',
    '/services/nordic-luxury-travel',
    '/services/hospitality-consultancy',
    '/contact',
    '/inquiry-form',
    '/terms',
    '/privacy-policy',
  ].map((path) => page(path, notBuiltYet)),
]

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    children: [
      ...booking,
      ...site,
      page('*', async () => ({ Component: (await import('../site/not-found.tsx')).NotFound })),
    ],
  },
]
