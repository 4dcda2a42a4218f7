import type {
  Appearance,
  CustomFontSource,
  Stripe,
  StripeElements,
  StripeError,
  StripePaymentElement,
} from '@stripe/stripe-js'
import { type Confirmation, PAYMENT_FAILED } from '#client/payment/ask-payment.ts'
import hanken from '#client/styles/fonts/hanken.woff2?url'

const FORM_LIMIT_MS = 20_000

/** The bank's authentication failed; Stripe reports that as an invalid request. */
const NOT_APPROVED = 'payment_intent_authentication_failure'

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
export async function openCardForm(host: HTMLElement, options: CardFormOptions): Promise<CardForm> {
  const { signal } = options
  const stripe = await loadProvider(options.publishableKey)
  signal.throwIfAborted()
  const elements = stripe.elements({
    clientSecret: options.clientSecret,
    appearance: stripeAppearance(),
    fonts: stripeFonts(location.origin),
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
  // Stripe's fields show these errors themselves.
  if (error.type === 'validation_error') return { kind: 'incomplete' }
  const refused = error.type === 'card_error' || error.code === NOT_APPROVED
  return refused ? { kind: 'declined', message } : { kind: 'unknown', message }
}

/** A script that has not loaded by then hardly will; a retry loads it again. */
const SCRIPT_LIMIT_MS = 15_000

const SCRIPT = 'script[src^="https://js.stripe.com/"]'

/**
 * Loads the provider's script, not before the first call. Rejects if the script does not load in
 * time, and can be called again.
 */
async function loadProvider(publishableKey: string): Promise<Stripe> {
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
 * The library waits for one script for ever, and later calls share that wait. After an `error`
 * event on the script, the library inserts a new script, which the next call waits for.
 */
function giveUpOnScript(loading: Promise<unknown>): void {
  loading.catch(() => undefined)
  document.querySelector(SCRIPT)?.dispatchEvent(new Event('error'))
}

type Token = (name: string) => string

/** The design tokens as Stripe options: our CSS cannot reach into the iframe of Stripe's fields. */
function stripeAppearance(): Appearance {
  const tokens = getComputedStyle(document.documentElement)
  const token: Token = (name) => tokens.getPropertyValue(`--${name}`).trim()
  return {
    theme: 'stripe',
    labels: 'above',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: variables(token),
    rules: rules(token),
  }
}

function variables(token: Token): NonNullable<Appearance['variables']> {
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

function rules(token: Token): NonNullable<Appearance['rules']> {
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
function stripeFonts(origin: string): CustomFontSource[] {
  return [{ family: 'Hanken Grotesk', src: `url(${origin}${hanken})`, weight: '400 700' }]
}

/** The promise's outcome, or a rejection after `ms`; the work itself is not cancelled. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
