import type { BrowserContext } from '@playwright/test'
import { test as base, expect } from '#tests/support/browser/e2e.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'
import type { StripeDouble } from './stripe-double.ts'
import { type IntentEvent, type StripeScript, serveStripeScript } from './stripe-script.ts'
import type { DoubleIntent } from './stripe-state.ts'

interface CardFixtures {
  /** The provider as the browser reaches it, in the test's own context. */
  stripe: StripeScript
  /** Delivers to the server all events since the last call; returns the HTTP statuses. */
  deliverEvents: (times?: number) => Promise<number[]>
}

/** Browser tests of a site that takes cards: the server's real SDK, and doubles of the provider. */
export const test = base.extend<CardFixtures>({
  serverEnv: ({ double }, use) => use(double.env),
  stripe: [
    async ({ context, double }, use) => {
      await use(await serveProvider(context, double))
      expect(double.violations).toEqual([])
    },
    { auto: true },
  ],
  deliverEvents: ({ double, server }, use) =>
    use((times = 1) => double.deliver(createReceiver(server), { at: Date.now(), times })),
})

export { expect }

/** Serves the provider's script to a browser context, connected to the same double. */
function serveProvider(context: BrowserContext, double: StripeDouble): Promise<StripeScript> {
  return serveStripeScript(context, {
    settle: async (intentId, event) => applyEvent(double, intentId, event),
  })
}

/** The provider's record of a booking's payment. */
export function findBookingIntent(
  double: StripeDouble,
  bookingId: string,
): DoubleIntent | undefined {
  return [...double.state.intents.values()].find(({ metadata }) => metadata.bookingId === bookingId)
}

function applyEvent({ state: books }: StripeDouble, intentId: string, event: IntentEvent): void {
  if (event === 'succeeded') books.pay(intentId)
  else if (event === 'action_required') books.confirm(intentId, 'pm_card_authenticationRequired')
  else books.confirm(intentId, 'pm_card_chargeDeclined')
}

function createReceiver(server: ServerProcess) {
  return async (body: string, signature: string) => {
    const response = await fetch(`${server.url}/functions/payment-webhook`, {
      method: 'POST',
      headers: { 'Stripe-Signature': signature },
      body,
    })
    return response.status
  }
}
