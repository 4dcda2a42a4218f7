import type { BrowserContext, Route } from 'playwright'

/** How the provider treats a card, chosen by the provider's own test numbers. */
type CardOutcome = 'succeed' | 'decline' | 'authenticate'

/** What happens to an intent at the provider; reported to the double of its HTTP API. */
export type IntentEvent = 'succeeded' | 'declined' | 'action_required' | 'action_failed'

interface StripeScriptOptions {
  /** Called where the real provider would change the intent. */
  settle: (intentId: string, event: IntentEvent) => Promise<void>
}

export interface StripeScript {
  /** `script`, `form`: the script or the card fields do not load. Set before the step opens. */
  fault: 'none' | 'script' | 'form'
  /** Runs once a card is paid, instead of answering the page, as if its tab had been closed. */
  onPaid?: () => Promise<void>
  /** Every provider address that the browser requested, in order. */
  readonly requests: string[]
}

const outcomes: Record<string, CardOutcome> = {
  '4242424242424242': 'succeed',
  '4000000000000002': 'decline',
  '4000002500003155': 'authenticate',
}

export const cardFrameTitle = 'Secure payment input frame'

/** Answers for every provider host that a browser reaches; nothing leaves the machine. */
export async function serveStripeScript(
  context: BrowserContext,
  { settle }: StripeScriptOptions,
): Promise<StripeScript> {
  const state: StripeScript = { fault: 'none', requests: [] }
  await context.route(/^https:\/\/[a-z]+\.stripe\.(com|network)\//, async (route) => {
    const url = new URL(route.request().url())
    state.requests.push(url.href)
    if (url.pathname.endsWith('/stripe.js')) return serveScript(route, url, state)
    if (url.pathname === '/card-frame')
      return servePage(route, buildCardFrame(state.fault === 'form'))
    if (url.pathname.endsWith('/confirm')) return serveConfirm(route, url, { settle, state })
    if (url.pathname === '/authenticate') return serveAuthentication(route, url, settle)
    return route.fulfill({ status: 404, body: '' })
  })
  return state
}

function serveScript(route: Route, url: URL, { fault }: StripeScript): Promise<void> {
  if (fault === 'script') return route.abort()
  const train = url.pathname.split('/')[1] ?? ''
  return route.fulfill({ contentType: 'text/javascript', body: buildStripeScript(train) })
}

function servePage(route: Route, body: string): Promise<void> {
  return route.fulfill({ contentType: 'text/html; charset=utf-8', body })
}

async function serveConfirm(
  route: Route,
  url: URL,
  { settle, state }: StripeScriptOptions & { state: StripeScript },
): Promise<void> {
  const intent = url.pathname.split('/')[3] ?? ''
  const form = new URLSearchParams(route.request().postData() ?? '')
  const outcome = outcomes[form.get('number') ?? ''] ?? 'decline'
  const reply = (status: number, body: unknown) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: JSON.stringify(body),
    })
  if (outcome === 'succeed') {
    await settle(intent, 'succeeded')
    if (state.onPaid) return state.onPaid()
    return reply(200, { id: intent, status: 'succeeded' })
  }
  if (outcome === 'decline') {
    await settle(intent, 'declined')
    return reply(402, {
      error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
    })
  }
  await settle(intent, 'action_required')
  const next = new URL('https://hooks.stripe.com/authenticate')
  next.searchParams.set('intent', intent)
  next.searchParams.set('secret', form.get('client_secret') ?? '')
  next.searchParams.set('return_url', form.get('return_url') ?? '')
  return reply(200, { id: intent, status: 'requires_action', redirect: next.href })
}

/** Shows the bank's page, or redirects back to the site with the provider's parameters. */
async function serveAuthentication(
  route: Route,
  url: URL,
  settle: StripeScriptOptions['settle'],
): Promise<void> {
  const result = url.searchParams.get('result')
  if (!result) return servePage(route, buildBankPage(url))
  const intent = url.searchParams.get('intent') ?? ''
  await settle(intent, result === 'succeeded' ? 'succeeded' : 'action_failed')
  const back = new URL(url.searchParams.get('return_url') ?? '')
  back.searchParams.set('payment_intent', intent)
  back.searchParams.set('payment_intent_client_secret', url.searchParams.get('secret') ?? '')
  back.searchParams.set('redirect_status', result)
  return route.fulfill({ status: 303, headers: { location: back.href } })
}

function buildBankPage(url: URL): string {
  const link = (result: string) => {
    const next = new URL(url)
    next.searchParams.set('result', result)
    return next.href.replaceAll('&', '&amp;')
  }
  return `<!doctype html><html lang="en"><title>Bank</title><h1>Is it you?</h1>
<a href="${link('succeeded')}">Complete</a> <a href="${link('failed')}">Fail</a></html>`
}

function buildCardFrame(silent: boolean): string {
  return `<!doctype html><html lang="en"><title>Card</title>
<style>body{margin:0;font:16px sans-serif;display:grid;gap:8px}input{font:inherit;width:95%}</style>
<label>Card number <input id="number" inputmode="numeric"></label>
<label>Expiration date <input id="expiry"></label>
<label>Security code <input id="cvc"></label>
<script>
const value = (id) => document.getElementById(id).value
const tell = (data) => parent.postMessage({ cardFrame: true, ...data }, '*')
addEventListener('message', ({ data }) => data.read && tell({
  number: value('number').replace(/\\D/g, ''),
  complete: Boolean(value('number') && value('expiry') && value('cvc')),
}))
${silent ? '' : 'tell({ ready: true })'}
</script></html>`
}

/** The real script's API, as far as the page uses it. */
function buildStripeScript(train: string): string {
  return `(() => {
  function Stripe(key) {
    return {
      elements: (options) => elements(options),
      confirmPayment: (options) => confirmPayment(key, options),
      _registerWrapper() {},
    }
  }
  Stripe.version = ${JSON.stringify(train)}

  function elements({ clientSecret, appearance, fonts }) {
    window.stripeDouble = { appearance, fonts }
    const group = { clientSecret, number: '' }
    group.create = (type, options) => card(group, options)
    group.submit = async () => {
      const { number, complete } = await group.read()
      group.number = number
      return complete
        ? { selectedPaymentMethod: 'card' }
        : { error: { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' } }
    }
    return group
  }

  function card(group, options) {
    const handlers = { ready: [], loaderror: [] }
    const frame = document.createElement('iframe')
    window.stripeDouble.options = options
    const listen = ({ source, data }) => {
      if (source !== frame.contentWindow || !data.cardFrame) return
      if (data.ready) for (const handler of handlers.ready) handler({ elementType: 'payment' })
      else for (const answered of asked.splice(0)) answered(data)
    }
    const asked = []
    group.read = () => new Promise((resolve) => {
      asked.push(resolve)
      frame.contentWindow.postMessage({ read: true }, '*')
    })
    return {
      on(name, handler) { handlers[name]?.push(handler); return this },
      mount(place) {
        addEventListener('message', listen)
        frame.title = ${JSON.stringify(cardFrameTitle)}
        frame.src = 'https://js.stripe.com/card-frame'
        frame.setAttribute('style', 'width:100%;height:190px;border:0')
        place.append(frame)
      },
      destroy() { removeEventListener('message', listen); frame.remove() },
    }
  }

  async function confirmPayment(key, { elements, confirmParams }) {
    const secret = elements.clientSecret
    const intent = secret.split('_secret_')[0]
    let body
    try {
      const response = await fetch('https://api.stripe.com/v1/payment_intents/' + intent + '/confirm', {
        method: 'POST',
        body: new URLSearchParams({
          key,
          client_secret: secret,
          number: elements.number,
          return_url: confirmParams.return_url,
        }),
      })
      body = await response.json()
    } catch {
      return { error: { type: 'api_connection_error', message: 'We could not reach the payment provider.' } }
    }
    if (body.error) return { error: body.error }
    if (!body.redirect) return { paymentIntent: body }
    location.assign(body.redirect)
    return new Promise(() => {})
  }

  window.Stripe = Stripe
})()`
}
