import type { Express } from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { RECENT_SIGN_IN_MS } from '#server/http/function-routes.ts'
import { getCookies, type Site, startSite } from '#tests/support/server/site.ts'

/** What a stranger may call. Every other mounted function needs an account. */
const publicFunctions = [
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
  // For whoever has the link; its answer holds ciphertext only.
  'GET guest-pass',
  'POST guest-pass-seen',
  // Answers only with the right token.
  'GET bookings-feed',
]

/** Functions about one booking, for its browser or its link; strangers find nothing there. */
const bookingFunctions = [
  'GET get-booking',
  'GET booking-calendar',
  'POST send-confirmation',
  'POST cancel-booking',
  'POST move-booking',
  'POST withdraw-from-purchase',
  'POST create-payment-intent',
  'POST confirm-demo-payment',
  'POST create-meeting',
]

/** What everyone with an account may call, about themselves. */
const visitorFunctions = [
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

interface MountedFunction {
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
function listMountedFunctions(handler: Express): MountedFunction[] {
  const stack = handler.router.stack as unknown as Layer[]
  const routers = stack.filter((layer) => layer.match('/functions/x')?.path === '/functions')
  const routes = routers
    .flatMap(({ handle }) => handle?.stack ?? [])
    .flatMap((one) => one.route ?? [])
  const found = routes.flatMap(({ path, stack: methods }) =>
    methods.map(({ method }) => ({ method: method.toUpperCase(), name: path.slice(1) })),
  )
  return [...new Map(found.map((one) => [getFunctionName(one), one])).values()]
}

const getFunctionName = ({ method, name }: MountedFunction) => `${method} ${name}`

let site: Site
let mountedFunctions: MountedFunction[]
beforeAll(async () => {
  site = await startSite()
  mountedFunctions = listMountedFunctions(site.handler)
})
afterAll(() => site.close())

function callFunction({ method, name }: MountedFunction, cookie?: string): Promise<Response> {
  return method === 'GET' ? site.get(`/functions/${name}`, cookie) : site.call(name, {}, cookie)
}

async function createVisitorCookie(): Promise<string> {
  const visitor = { email: 'visitor@example.com', name: 'A visitor', password: 'blåbær-42' }
  await site.call('auth/sign-up', visitor)
  await site.db.write(confirmAllAccounts)
  return getCookies(await site.call('auth/sign-in', visitor))
}

const confirmAllAccounts = (tx: Tx) => tx.updateTable('user').set({ email_verified: 1 }).execute()

const listClosedTo = (names: string[]) =>
  mountedFunctions.filter(
    (one) => ![...publicFunctions, ...bookingFunctions, ...names].includes(getFunctionName(one)),
  )

async function collectAnswers(list: MountedFunction[], cookie: () => Promise<string | undefined>) {
  const answers: Record<string, string> = {}
  for (const one of list) {
    const response = await callFunction(one, await cookie())
    const code = response.headers.get('content-type')?.includes('json')
      ? (await response.json()).code
      : undefined
    answers[getFunctionName(one)] = `${response.status} ${code}`
  }
  return answers
}

const toSameAnswer = (list: MountedFunction[], text: string) =>
  Object.fromEntries(list.map((one) => [getFunctionName(one), text]))

describe('Every mounted function', () => {
  it('is listed in this test if strangers or visitors may call it', () => {
    const names = mountedFunctions.map(getFunctionName)
    for (const name of [...publicFunctions, ...bookingFunctions, ...visitorFunctions])
      expect(names).toContain(name)
    expect(names.length).toBeGreaterThan(
      publicFunctions.length + bookingFunctions.length + visitorFunctions.length,
    )
  })

  it('refuses a call without a session, unless it is open to strangers', async () => {
    const list = listClosedTo([])
    expect(await collectAnswers(list, async () => undefined)).toEqual(
      toSameAnswer(list, '401 signed_out'),
    )
  })

  it('refuses a visitor if it is for the owner only, before it validates the input', async () => {
    const list = listClosedTo(visitorFunctions)
    const cookie = await createVisitorCookie()
    expect(await collectAnswers(list, async () => cookie)).toEqual(
      toSameAnswer(list, '403 not_owner'),
    )
  })

  it('refuses a session that has ended, unless it is open to strangers', async () => {
    const list = listClosedTo([])
    const cookie = await site.signInOwner()
    await site.call('auth/sign-out', {}, cookie)
    expect(await collectAnswers(list, async () => cookie)).toEqual(
      toSameAnswer(list, '401 signed_out'),
    )
  })

  it('accepts the owner', async () => {
    const answers = await collectAnswers(listClosedTo([]), () => site.signInOwner())
    expect(
      Object.entries(answers).filter(([, text]) => /signed_out|not_owner|not_fresh/.test(text)),
    ).toEqual([])
  })

  it('reveals nothing about a booking to a stranger, whether the booking exists or not', async () => {
    const list = mountedFunctions.filter((one) => bookingFunctions.includes(getFunctionName(one)))
    for (const text of Object.values(await collectAnswers(list, async () => undefined)))
      expect(text).toMatch(/^4\d\d /)
  })

  it.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example' },
  ])(
    'refuses a request from another site’s page, even with a valid session: %j',
    async (headers) => {
      const cookie = await site.signInOwner()
      const answers: Record<string, string> = {}
      const list = mountedFunctions.filter((one) => getFunctionName(one) !== 'GET bookings-feed')
      for (const one of list) {
        const init = { method: one.method, headers: { Cookie: cookie, ...headers } }
        const response = await fetch(`${site.url}/functions/${one.name}`, init)
        answers[getFunctionName(one)] = `${response.status} ${(await response.json()).code}`
      }
      expect(answers).toEqual(toSameAnswer(list, '403 cross_site'))
    },
  )
})

describe('A security-sensitive function', () => {
  it('requires a recent sign-in for new passkey options', async () => {
    const cookie = await site.signInOwner()
    const began = site.time.now
    expect((await site.call('auth/new-passkey-options', {}, cookie)).status).toBe(200)
    site.time.now = began + RECENT_SIGN_IN_MS + 1
    const refused = await site.call('auth/new-passkey-options', {}, cookie)
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'not_fresh'])
    expect((await site.call('auth/new-passkey-options', {}, await site.signInOwner())).status).toBe(
      200,
    )
    site.time.now = began
  })
})
