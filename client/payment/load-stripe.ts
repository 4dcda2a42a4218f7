import type { Stripe } from '@stripe/stripe-js'
import { within } from './time-limit.ts'

/** A script that has not come by then will hardly come; trying again fetches it anew. */
const SCRIPT_LIMIT_MS = 15_000

const SCRIPT = 'script[src^="https://js.stripe.com/"]'

/**
 * The provider's script, fetched on the first call and not before. Rejects when it cannot be had in
 * time, and can be called again.
 */
export async function loadProvider(publishableKey: string): Promise<Stripe> {
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const loading = loadStripe(publishableKey)
  const stripe = await within(SCRIPT_LIMIT_MS, loading).catch((cause: unknown) => {
    giveUpOnScript(loading)
    throw cause
  })
  if (!stripe) throw new Error('The payment script needs a page')
  return stripe
}

/**
 * The library waits for one script for ever and shares that wait with every later call. Told that the
 * script failed, it puts a fresh one in its place, which the next call then gets.
 */
function giveUpOnScript(loading: Promise<unknown>): void {
  loading.catch(() => undefined)
  document.querySelector(SCRIPT)?.dispatchEvent(new Event('error'))
}
