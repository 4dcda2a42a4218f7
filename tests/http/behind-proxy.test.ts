import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { owner } from '#tests/support/account/owner-account.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'
import { buildBookingFields, getWeekdayAhead } from '#tests/support/server/forms.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import {
  startTlsProxy,
  type TlsProxy,
  type VisitorAnswer,
} from '#tests/support/server/tls-proxy.ts'

const HOST = 'lysning.example'
const card = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

let server: ServerProcess
let proxy: TlsProxy

beforeAll(async () => {
  const env = { PUBLIC_URL: `https://${HOST}`, TRUST_PROXY: '1', RATE_LIMIT: 'on', ...card }
  server = await ServerProcess.start({ env })
  proxy = await startTlsProxy(server.url, HOST)
})

afterAll(async () => {
  await proxy.close()
  await server.dispose()
})

const json = { 'Content-Type': 'application/json' }

function signIn(who: { email: string; password: string }, from: string) {
  const body = JSON.stringify(who)
  return proxy.request('/functions/auth/sign-in', { method: 'POST', from, headers: json, body })
}

function postBooking(time: string, headers: Record<string, string> = {}): Promise<VisitorAnswer> {
  const date = getWeekdayAhead(5)
  const start = `${date}T${time}:00.000Z`
  return proxy.request('/', {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
      'Idempotency-Key': randomUUID(),
      ...headers,
    },
    body: new URLSearchParams(buildBookingFields({ start, date, time })).toString(),
  })
}

const getCookies = ({ headers }: VisitorAnswer) => headers['set-cookie'] ?? []

describe('The server behind a proxy that terminates TLS', () => {
  it('signs the owner in with cookies for this host and TLS only, and recognises the session afterwards', async () => {
    await runCliCommand('owner', server.dataDir, '--email', owner.email, '--name', owner.name)
    const signedIn = await signIn(owner, '203.0.113.1')
    expect(signedIn.status).toBe(200)
    const cookies = [...getCookies(signedIn), ...getCookies(await postBooking('11:00'))]
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-account.session_token',
      expect.stringMatching(/^__Host-device-[\w-]{12}$/),
      '__Host-browser',
    ])
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Secure(;|$)/)
      expect(cookie).toMatch(/; HttpOnly(;|$)/)
      expect(cookie).toMatch(/; Path=\/(;|$)/)
      expect(cookie).not.toContain('Domain')
    }
    const headers = { Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }
    const session = await proxy.request('/functions/auth/session', { headers })
    expect(JSON.parse(session.body).user.email).toBe(owner.email)
  })

  it('counts attempts by the IP address that the proxy saw, whatever address a visitor claims', async () => {
    const body = JSON.stringify({ code: '000000', kind: 'app' })
    const enter = (from: string, claimed: string) => {
      const headers = { ...json, 'X-Forwarded-For': claimed }
      return proxy.request('/functions/auth/second-factor', { method: 'POST', from, headers, body })
    }
    for (let count = 0; count < 60; count++)
      expect((await enter('203.0.113.1', `192.0.2.${count}`)).status).toBe(401)
    expect((await enter('203.0.113.1', '192.0.2.99')).status).toBe(429)
    expect((await enter('203.0.113.2', '203.0.113.1')).status).toBe(401)
  })

  it('accepts writes from pages of the public address, and refuses those from any other', async () => {
    expect((await postBooking('09:00', { Origin: `https://${HOST}` })).status).toBe(201)
    expect((await postBooking('10:00', { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await postBooking('10:00', { Origin: server.url })).status).toBe(403)
  })

  it('makes browsers use TLS only, and redirects within the public address', async () => {
    const page = await proxy.request('/', { headers: { 'Accept-Encoding': 'br' } })
    expect(page.headers['strict-transport-security']).toContain('max-age=31536000')
    expect(page.headers['content-security-policy']).toContain('upgrade-insecure-requests')
    expect(page.headers['content-encoding']).toBe('br')
    const elsewhere = await proxy.request('/privacy?x=1')
    expect([elsewhere.status, elsewhere.headers.location]).toEqual([308, '/privacy-policy?x=1'])
  })

  it('verifies a signed webhook byte for byte, and refuses it if its bytes were changed', async () => {
    const event = {
      ...{ id: 'evt_1', object: 'event', type: 'customer.created' },
      data: { object: { id: 'cus_1', object: 'customer', name: 'Blåbær \u2028' } },
    }
    const payload = `${JSON.stringify(event, null, 2)}\r\n\t `
    const signature = new Stripe(card.STRIPE_SECRET_KEY).webhooks.generateTestHeaderString({
      payload,
      secret: card.STRIPE_WEBHOOK_SECRET,
    })
    const send = (body: string) =>
      proxy.request('/functions/payment-webhook', {
        method: 'POST',
        headers: { ...json, 'Stripe-Signature': signature },
        body,
      })
    expect((await send(payload)).status).toBe(200)
    expect((await send(payload.trimEnd())).status).toBe(400)
  })

  it('refuses a body of one megabyte with its own 413, and continues to serve', async () => {
    const body = JSON.stringify({ id: 'x'.repeat(1_048_576) })
    for (const name of ['cancel-booking', 'payment-webhook', 'auth/sign-in']) {
      const refused = await proxy.request(`/functions/${name}`, {
        method: 'POST',
        headers: json,
        body,
      })
      expect([refused.status, JSON.parse(refused.body).code]).toEqual([413, 'too_large'])
    }
    expect((await proxy.request('/healthz')).status).toBe(200)
  })

  it('preserves confirmed bookings over a restart, and lets the proxy close idle connections first', async () => {
    const booked = await postBooking('12:00')
    expect(booked.status).toBe(201)
    await server.restart()
    expect((await postBooking('12:00')).status).toBe(409)
    const { headers } = await fetch(`${server.url}/healthz`)
    expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120)
  })
})

describe('The log of a start with a public address', () => {
  const warnings = ({ log }: ServerProcess) =>
    log.filter(({ level }) => level === 40).map(({ msg }) => msg)
  const line =
    'TRUST_PROXY is 0: behind a proxy, rate limits count all visitors as one. Set the number of proxies.'

  it('warns that no proxy is trusted if that is so, and only then', async () => {
    expect(warnings(server)).not.toContain(line)
    const alone = await ServerProcess.start({ env: { PUBLIC_URL: `https://${HOST}` } })
    // The warnings are logged after the line that the start waits for.
    await expect.poll(() => warnings(alone)).toContain(line)
    await alone.dispose()
  })
})
