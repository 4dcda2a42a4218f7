import type { Stripe, StripeElements, StripeError, StripePaymentElement } from '@stripe/stripe-js'
import { type Confirmation, PAYMENT_FAILED } from './confirmation.ts'
import { loadProvider } from './load-stripe.ts'
import { stripeAppearance, stripeFonts } from './stripe-appearance.ts'
import { within } from './time-limit.ts'

const FORM_LIMIT_MS = 20_000

/** The bank's own check was not passed; the provider files it under invalid requests. */
const NOT_APPROVED = 'payment_intent_authentication_failure'

export interface CardFormOptions {
  publishableKey: string
  clientSecret: string
  customerName: string
  /** Aborted when the form is no longer wanted, which may be before the script has come. */
  signal: AbortSignal
}

export interface CardForm {
  confirm: (returnUrl: string) => Promise<Confirmation>
}

/** Mounts the provider's card fields; resolves when they can be typed in. */
export async function openCardForm(host: HTMLElement, options: CardFormOptions): Promise<CardForm> {
  const { signal } = options
  const stripe = await loadProvider(options.publishableKey)
  signal.throwIfAborted()
  const elements = stripe.elements({
    clientSecret: options.clientSecret,
    appearance: stripeAppearance(),
    fonts: stripeFonts(location.origin),
    locale: 'en',
    // The page's own skeleton has the right geometry; two loaders would jump.
    loader: 'never',
  })
  const card = elements.create('payment', {
    layout: { type: 'tabs' },
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    defaultValues: { billingDetails: { name: options.customerName } },
  })
  // A place of its own for each try: the provider refuses one that was used before.
  const place = document.createElement('div')
  host.replaceChildren(place)
  card.mount(place)
  // The provider throws at a form that is destroyed twice.
  let mounted = true
  const close = () => {
    if (mounted) card.destroy()
    mounted = false
  }
  signal.addEventListener('abort', close, { once: true })
  try {
    await within(FORM_LIMIT_MS, usable(card))
  } catch (cause) {
    close()
    throw cause
  }
  return { confirm: (returnUrl) => confirm(stripe, elements, returnUrl) }
}

function usable(card: StripePaymentElement): Promise<void> {
  return new Promise((resolve, reject) => {
    card.on('ready', () => resolve())
    card.on('loaderror', ({ error }) => reject(new Error(error.message ?? PAYMENT_FAILED)))
  })
}

async function confirm(
  stripe: Stripe,
  elements: StripeElements,
  returnUrl: string,
): Promise<Confirmation> {
  const { error: unfinished } = await elements.submit()
  if (unfinished) return failure(unfinished)
  const { error } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: returnUrl },
    redirect: 'if_required',
  })
  return error ? failure(error) : { kind: 'done' }
}

function failure(error: StripeError): Confirmation {
  const message = error.message ?? PAYMENT_FAILED
  // The fields show these themselves, next to what is wrong.
  if (error.type === 'validation_error') return { kind: 'incomplete' }
  const refused = error.type === 'card_error' || error.code === NOT_APPROVED
  return refused ? { kind: 'declined', message } : { kind: 'unknown', message }
}
