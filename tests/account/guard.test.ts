import type { Express } from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { FRESH_FOR } from '#server/http/functions.ts'
import { cookiesOf, type Site, startSite } from '#tests/support/site.ts'

/** What a stranger may call. Every other mounted function needs an account. */
const strangers = [
  'GET auth/session',
  'POST auth/sign-up',
  'POST auth/sign-in',
  'POST auth/second-factor',
  'POST auth/sign-out',
  'POST auth/confirm-email',
  'POST auth/send-confirmation',
  'POST auth/request-reset',
  'POST auth/reset-password',
  'POST auth/passkey-options',
  'POST auth/passkey-sign-in',
  'GET get-schedule',
  'GET get-availability',
  'GET get-config',
  // Called by a device whose session has ended; its id cannot be guessed.
  'GET device-state',
  'POST payment-webhook',
  'GET verify-payment',
  // Answers only with the right token.
  'GET bookings-feed',
]

/** Functions about one booking, for its browser or its link; strangers find nothing there. */
const ofOneBooking = [
  'GET get-booking',
  'GET booking-calendar',
  'POST send-confirmation',
  'POST cancel-booking',
  'POST move-booking',
  'POST create-payment-intent',
  'POST confirm-demo-payment',
  'POST create-meeting',
]

/** What everyone with an account may call, about themselves. */
const visitors = [
  'GET auth/sessions',
  'POST auth/end-session',
  'POST auth/change-password',
  'GET get-my-bookings',
  'GET gdpr-consents',
  'POST gdpr-consents',
  'GET gdpr-audit',
  'POST gdpr-audit',
  'POST gdpr-export',
]

interface Mounted {
  method: string
  name: string
}

interface Layer {
  /** The part of an address that the layer matches, or undefined. */
  match(address: string): { path: string } | undefined
  route?: { path: string; stack: { method: string }[] }
  handle?: { stack?: Layer[] }
}

/** Every method and name under `/functions`, read from the Express router. */
function mounted(handler: Express): Mounted[] {
  const stack = handler.router.stack as unknown as Layer[]
  const routers = stack.filter((layer) => layer.match('/functions/x')?.path === '/functions')
  const routes = routers
    .flatMap(({ handle }) => handle?.stack ?? [])
    .flatMap((one) => one.route ?? [])
  const found = routes.flatMap(({ path, stack: methods }) =>
    methods.map(({ method }) => ({ method: method.toUpperCase(), name: path.slice(1) })),
  )
  return [...new Map(found.map((one) => [nameOf(one), one])).values()]
}

const nameOf = ({ method, name }: Mounted) => `${method} ${name}`

let site: Site
let functions: Mounted[]
beforeAll(async () => {
  site = await startSite()
  functions = mounted(site.handler)
})
afterAll(() => site.close())

function ask({ method, name }: Mounted, cookie?: string): Promise<Response> {
  return method === 'GET' ? site.get(`/functions/${name}`, cookie) : site.call(name, {}, cookie)
}

async function visitorsCookie(): Promise<string> {
  const visitor = { email: 'visitor@example.com', name: 'A visitor', password: 'blåbær-42' }
  await site.call('auth/sign-up', visitor)
  await site.db.write((tx) => tx.run(confirmAll))
  return cookiesOf(await site.call('auth/sign-in', visitor))
}

const confirmAll = query.updateTable('user').set({ email_verified: 1 })

const closedTo = (names: string[]) =>
  functions.filter((one) => ![...strangers, ...ofOneBooking, ...names].includes(nameOf(one)))

async function answers(list: Mounted[], cookie: () => Promise<string | undefined>) {
  const told: Record<string, string> = {}
  for (const one of list) {
    const response = await ask(one, await cookie())
    const code = response.headers.get('content-type')?.includes('json')
      ? (await response.json()).code
      : undefined
    told[nameOf(one)] = `${response.status} ${code}`
  }
  return told
}

const all = (list: Mounted[], text: string) =>
  Object.fromEntries(list.map((one) => [nameOf(one), text]))

describe('every function that is mounted', () => {
  it('is known to this table, if it is open to strangers or visitors at all', () => {
    const names = functions.map(nameOf)
    for (const name of [...strangers, ...ofOneBooking, ...visitors]) expect(names).toContain(name)
    expect(names.length).toBeGreaterThan(strangers.length + ofOneBooking.length + visitors.length)
  })

  it('asks nobody’s account of a stranger’s call, and refuses all others', async () => {
    const list = closedTo([])
    expect(await answers(list, async () => undefined)).toEqual(all(list, '401 signed_out'))
  })

  it('refuses the owner’s from a visitor, before it looks at what was sent', async () => {
    const list = closedTo(visitors)
    const cookie = await visitorsCookie()
    expect(await answers(list, async () => cookie)).toEqual(all(list, '403 not_owner'))
  })

  it('refuses a session that has ended', async () => {
    const list = closedTo([])
    const cookie = await site.owner()
    await site.call('auth/sign-out', {}, cookie)
    expect(await answers(list, async () => cookie)).toEqual(all(list, '401 signed_out'))
  })

  it('lets the owner in', async () => {
    const told = await answers(closedTo([]), () => site.owner())
    expect(
      Object.entries(told).filter(([, text]) => /signed_out|not_owner|not_fresh/.test(text)),
    ).toEqual([])
  })

  it('shows a stranger nothing of a booking, whether there is one of that id or not', async () => {
    const list = functions.filter((one) => ofOneBooking.includes(nameOf(one)))
    for (const text of Object.values(await answers(list, async () => undefined)))
      expect(text).toMatch(/^4\d\d /)
  })

  it.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example' },
  ])('refuses another site’s page, whoever is signed in, by %j', async (headers) => {
    const cookie = await site.owner()
    const told: Record<string, string> = {}
    const list = functions.filter((one) => nameOf(one) !== 'GET bookings-feed')
    for (const one of list) {
      const asked = { method: one.method, headers: { Cookie: cookie, ...headers } }
      const response = await fetch(`${site.url}/functions/${one.name}`, asked)
      told[nameOf(one)] = `${response.status} ${(await response.json()).code}`
    }
    expect(told).toEqual(all(list, '403 cross_site'))
  })
})

describe('what hurts most', () => {
  it('asks for a fresh sign-in some minutes later', async () => {
    const cookie = await site.owner()
    const began = site.time.now
    expect((await site.call('auth/new-passkey-options', {}, cookie)).status).toBe(200)
    site.time.now = began + FRESH_FOR + 1
    const refused = await site.call('auth/new-passkey-options', {}, cookie)
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'not_fresh'])
    expect((await site.call('auth/new-passkey-options', {}, await site.owner())).status).toBe(200)
    site.time.now = began
  })
})
