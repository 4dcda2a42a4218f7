import type {
  Appearance,
  CustomFontSource,
  Stripe,
  StripeElements,
  StripeError,
  StripePaymentElement,
} from '@stripe/stripe-js'
import { type Confirmation, PAYMENT_FAILED } from '#client/payment/check-payment.ts'
import hanken from '#client/styles/fonts/hanken.woff2?url'

const FORM_TIMEOUT_MS = 20_000

/** The bank's authentication failed; Stripe reports that as an invalid request. */
const AUTHENTICATION_FAILED = 'payment_intent_authentication_failure'

interface CardFormOptions {
  publishableKey: string
  clientSecret: string
  customerName: string
  /** Aborted when the form is no longer needed, perhaps before the script has loaded. */
  signal: AbortSignal
}

interface CardForm {
  confirm: (returnUrl: string) => Promise<Confirmation>
}

/** Mounts the provider's card fields; resolves when they are ready, rejects after the limit. */
export async function mountCardForm(
  host: HTMLElement,
  options: CardFormOptions,
): Promise<CardForm> {
  const { signal } = options
  const stripe = await loadStripeScript(options.publishableKey)
  signal.throwIfAborted()
  const elements = stripe.elements({
    clientSecret: options.clientSecret,
    appearance: createAppearance(),
    fonts: createFonts(location.origin),
    locale: 'en',
    // The page's own skeleton has the right layout; a second loader would make the page jump.
    loader: 'never',
  })
  const card = elements.create('payment', {
    layout: { type: 'tabs' },
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    defaultValues: { billingDetails: { name: options.customerName } },
  })
  // A new element for each attempt: Stripe refuses one that was used before.
  const place = document.createElement('div')
  host.replaceChildren(place)
  card.mount(place)
  // Stripe throws if a form is destroyed twice.
  let mounted = true
  const close = () => {
    if (mounted) card.destroy()
    mounted = false
  }
  signal.addEventListener('abort', close, { once: true })
  try {
    await withTimeout(FORM_TIMEOUT_MS, waitUntilReady(card))
  } catch (cause) {
    close()
    throw cause
  }
  return { confirm: (returnUrl) => confirmPayment(stripe, elements, returnUrl) }
}

function waitUntilReady(card: StripePaymentElement): Promise<void> {
  return new Promise((resolve, reject) => {
    card.on('ready', () => resolve())
    card.on('loaderror', ({ error }) => reject(new Error(error.message ?? PAYMENT_FAILED)))
  })
}

async function confirmPayment(
  stripe: Stripe,
  elements: StripeElements,
  returnUrl: string,
): Promise<Confirmation> {
  const { error: unfinished } = await elements.submit()
  if (unfinished) return toConfirmation(unfinished)
  const { error } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: returnUrl },
    redirect: 'if_required',
  })
  return error ? toConfirmation(error) : { kind: 'done' }
}

function toConfirmation(error: StripeError): Confirmation {
  const message = error.message ?? PAYMENT_FAILED
  // Stripe's fields show these errors themselves.
  if (error.type === 'validation_error') return { kind: 'incomplete' }
  const refused = error.type === 'card_error' || error.code === AUTHENTICATION_FAILED
  return refused ? { kind: 'declined', message } : { kind: 'unknown', message }
}

/** A script that has not loaded by then hardly will; a retry loads it again. */
const SCRIPT_TIMEOUT_MS = 15_000

const SCRIPT_SELECTOR = 'script[src^="https://js.stripe.com/"]'

/**
 * Loads the provider's script, not before the first call. Rejects if the script does not load in
 * time, and can be called again.
 */
async function loadStripeScript(publishableKey: string): Promise<Stripe> {
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const loading = loadStripe(publishableKey)
  const stripe = await withTimeout(SCRIPT_TIMEOUT_MS, loading).catch((cause: unknown) => {
    discardScript(loading)
    throw cause
  })
  if (!stripe) throw new Error('Stripe’s script was not loaded, because it needs a browser page')
  return stripe
}

/**
 * The library waits for one script for ever, and later calls share that wait. After an `error`
 * event on the script, the library inserts a new script, which the next call waits for.
 */
function discardScript(loading: Promise<unknown>): void {
  loading.catch(() => undefined)
  document.querySelector(SCRIPT_SELECTOR)?.dispatchEvent(new Event('error'))
}

type ReadToken = (name: string) => string

/** The design tokens as Stripe options: our CSS cannot reach into the iframe of Stripe's fields. */
function createAppearance(): Appearance {
  const tokens = getComputedStyle(document.documentElement)
  const token: ReadToken = (name) => tokens.getPropertyValue(`--${name}`).trim()
  return {
    theme: 'stripe',
    labels: 'above',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: createVariables(token),
    rules: createRules(token),
  }
}

function createVariables(token: ReadToken): NonNullable<Appearance['variables']> {
  return {
    colorPrimary: token('forest-800'),
    colorBackground: token('cream-50'),
    colorText: token('ink'),
    colorTextSecondary: token('ink-3'),
    colorTextPlaceholder: token('ink-3'),
    colorDanger: token('burgundy-600'),
    iconColor: token('bronze-600'),
    fontFamily: '"Hanken Grotesk", system-ui, sans-serif',
    fontSizeBase: '16px',
    borderRadius: '2px',
    spacingUnit: '4px',
    gridRowSpacing: '20px',
    gridColumnSpacing: '20px',
  }
}

function createRules(token: ReadToken): NonNullable<Appearance['rules']> {
  const edge = (colour: string) => `1px solid ${token(colour)}`
  return {
    '.Label': { fontSize: '13px', fontWeight: '500', color: token('ink'), marginBottom: '7px' },
    '.Input': { border: edge('line-strong'), boxShadow: 'none', padding: '13px 15px' },
    '.Input:hover': { borderColor: token('forest-600') },
    '.Input:focus': {
      border: edge('forest-700'),
      boxShadow: `0 0 0 1px ${token('forest-700')}`,
    },
    '.Input--invalid': {
      borderColor: token('burgundy-600'),
      boxShadow: `inset 3px 0 0 ${token('burgundy-600')}`,
      color: token('ink'),
    },
    '.Error': { fontSize: '13px', fontWeight: '500' },
  }
}

/** Stripe's iframe loads the font from this site; if it may not, it uses its fallback font. */
function createFonts(origin: string): CustomFontSource[] {
  return [{ family: 'Hanken Grotesk', src: `url(${origin}${hanken})`, weight: '400 700' }]
}

/** The promise's outcome, or a rejection after `ms`; the work itself is not cancelled. */
async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The payment provider did not answer within ${ms} ms`)),
      ms,
    )
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
