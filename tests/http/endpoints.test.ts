import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { getCookie } from '#tests/support/server/site.ts'
import { test as it } from '#tests/support/server/site-test.ts'

/** Requests with a chosen `Host` header, which `fetch` does not allow. */
async function requestWithHost(url: string, host: string) {
  const request = http.get(url, { headers: { Host: host } })
  const [response] = await once(request, 'response')
  return { status: response.statusCode, body: await text(response) }
}

describe('The server', () => {
  it('refuses cross-site writes by the Sec-Fetch-Site header or by the Origin header', async ({
    site,
  }) => {
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ]) {
      const response = await site.post(buildBookingFields(), { headers })
      expect(response.status, JSON.stringify(headers)).toBe(403)
    }
  })

  it('accepts writes from its own pages', async ({ site }) => {
    const sameOrigin = await site.post(buildBookingFields(), {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(sameOrigin.status).toBe(201)
    const start = '2026-11-24T10:00:00Z'
    const byOrigin = await site.post(buildBookingFields({ start }), {
      headers: { Origin: site.url },
    })
    expect(byOrigin.status).toBe(201)
  })

  it('answers a wrong method with 405 and the allowed one, and an unknown function with 404, as JSON', async ({
    site,
  }) => {
    const wrong = await fetch(`${site.url}/functions/get-schedule`, { method: 'DELETE' })
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('GET')
    expect((await wrong.json()).code).toBe('method')
    const unknown = await fetch(`${site.url}/functions/get-everything`)
    expect(unknown.status).toBe(404)
    expect((await unknown.json()).code).toBe('not_found')
  })

  it('answers malformed and oversized bodies with 400 and 413, as JSON', async ({ site }) => {
    const send = (body: string) =>
      fetch(`${site.url}/functions/cancel-booking`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      })
    const malformed = await send('{"id":')
    expect(malformed.status).toBe(400)
    expect((await malformed.json()).code).toBe('malformed')
    const large = await send(JSON.stringify({ id: 'x'.repeat(100_000) }))
    expect(large.status).toBe(413)
    expect((await large.json()).code).toBe('too_large')
    const largeForm = await site.post(buildBookingFields({ message: 'x'.repeat(100_000) }))
    expect(largeForm.status).toBe(413)
  })

  it.for([
    ['gdpr-consents', 'consent_change', 'Failed to fetch consent settings'],
    ['gdpr-audit', 'audit_log', 'Failed to fetch audit logs'],
    ['get-bookings', 'booking', 'Failed to fetch bookings'],
    ['get-sales', 'receipt', 'Failed to fetch sales data'],
    ['get-forms', 'form_submissions', 'Failed to fetch form submissions'],
    ['get-schedule', 'schedule_version', 'Failed to fetch schedule'],
  ] as const)(
    'answers %s with an error that names what failed if its table is missing',
    async ([name, table, error], { site }) => {
      const cookie = await site.signInOwner()
      await site.db.write((tx) =>
        sql`ALTER TABLE ${sql.table(table)} RENAME TO missing`.execute(tx),
      )
      const answer = await site.get(`/functions/${name}`, cookie)
      expect([answer.status, await answer.json()]).toEqual([500, { code: 'failed', error }])
    },
  )

  it('answers dates far out of range with 400', async ({ site }) => {
    for (const dates of ['from=0000-01-01&to=0000-01-02', 'from=9999-12-30&to=9999-12-31']) {
      const response = await site.get(
        `/functions/get-availability?service=initial-consultation&${dates}`,
      )
      expect(response.status, dates).toBe(400)
    }
  })

  it('is never cached, whatever is refused', async ({ site }) => {
    const refused = [
      await site.get('/functions/nothing-here'),
      await site.get('/functions/cancel-booking'),
      await site.call('get-bookings', {}),
      await site.call('sync-push', {}),
      await site.call('cancel-booking', { id: 'x'.repeat(70_000) }),
      await fetch(`${site.url}/functions/cancel-booking`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{',
      }),
    ]
    for (const response of refused) {
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.headers.get('cache-control'), response.url).toBe('no-store')
    }
  })

  it('handles hostile property names in input without harm', async ({ site }) => {
    const hostile = await fetch(`${site.url}/functions/cancel-booking`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"id":"AAAAAAAAAAAAAAAAAAAAAA","__proto__":{"sig":"x"}}',
    })
    expect([hostile.status, await hostile.json()]).toMatchObject([400, { code: 'json' }])
    const form = await site.post({ ...buildBookingFields(), __proto__: 'x', constructor: 'y' })
    expect(form.status).toBe(201)
  })

  it('gives every response a request id, and forbids foreign scripts other than the payment provider’s', async ({
    site,
  }) => {
    const response = await site.get('/')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
    expect(policy).toContain("style-src 'self';")
  })

  it('is ready while its database accepts writes', async ({ site }) => {
    expect((await site.get('/healthz')).status).toBe(200)
    const ready = await site.get('/readyz')
    expect(ready.status).toBe(200)
    expect(await ready.json()).toMatchObject({ ready: true, database: true, jobs: true })
  })

  it('sends HSTS with every response if its public address uses TLS', async ({ openSite }) => {
    const site = await openSite({ PUBLIC_URL: 'https://example.com' })
    for (const path of ['/', '/healthz', '/functions/get-config', '/functions/unknown', '/x']) {
      const { headers } = await site.get(path)
      expect(headers.get('strict-transport-security'), path).toContain('max-age=31536000')
    }
    const plain = await openSite()
    expect((await plain.get('/')).headers.get('strict-transport-security')).toBeNull()
  })

  it('lets its pages use payment, but neither camera, microphone nor location', async ({
    site,
  }) => {
    const policy = (await site.get('/')).headers.get('permissions-policy')
    for (const part of ['camera=()', 'microphone=()', 'geolocation=()', 'payment=(self '])
      expect(policy).toContain(part)
  })

  it('allows the payment provider on public pages, but not on the desk', async ({ site }) => {
    const policy = async (path: string) =>
      (await site.get(path)).headers.get('content-security-policy') ?? ''
    expect(await policy('/meeting')).toContain('stripe.com')
    for (const path of ['/admin', '/admin/crm/settings']) {
      expect(await policy(path)).not.toContain('https:')
      expect(await policy(path)).toContain("script-src 'self';")
    }
  })

  it('forbids caching of its health and readiness responses', async ({ site }) => {
    for (const path of ['/healthz', '/readyz'])
      expect((await site.get(path)).headers.get('cache-control')).toBe('no-store')
  })

  it('answers for its public address and this machine, and refuses other hosts with one line', async ({
    openSite,
  }) => {
    const site = await openSite({ PUBLIC_URL: 'https://example.com' })
    const status = (host: string, path = '/functions/get-config', { url } = site) =>
      requestWithHost(url + path, host)
    for (const host of [
      'example.com',
      'EXAMPLE.com',
      'example.com:443',
      'localhost:3000',
      '127.0.0.1',
      '[::1]:80',
    ])
      expect([host, (await status(host)).status]).toEqual([host, 200])
    for (const host of ['evil.example', 'example.com.evil.example', 'example.com:8080', 'a b']) {
      const refused = await status(host)
      expect([host, refused.status]).toEqual([host, 421])
      expect(refused.body).toBe('This server answers for https://example.com only.\n')
      expect((await status(host, '/readyz')).status).toBe(421)
    }
    expect((await status('example.com', '/readyz')).status).toBe(200)
    expect((await status('10.0.0.7', '/healthz')).status).toBe(200)
    const local = await openSite()
    expect((await status('my-laptop.local:3000', '/functions/get-config', local)).status).toBe(200)
  })

  it('gives a browser one secret cookie that scripts cannot read, and that is Secure under TLS', async ({
    site,
    openSite,
  }) => {
    const first = await site.post(buildBookingFields())
    expect(first.headers.get('set-cookie')).toMatch(/^browser=[\w-]{22};.*HttpOnly; SameSite=Lax$/)
    const again = await site.post(buildBookingFields(), { cookie: getCookie(first) })
    expect(again.headers.get('set-cookie')).toBeNull()
    const encrypted = await openSite({ PUBLIC_URL: 'https://example.com' })
    const secure = (await encrypted.post(buildBookingFields())).headers.get('set-cookie')
    expect(secure).toMatch(/^__Host-browser=.*; Secure; SameSite=Lax$/)
  })

  it('limits how many forms one IP address can submit per minute', async ({ openSite }) => {
    const site = await openSite({ RATE_LIMIT: 'on' })
    const statuses: number[] = []
    for (let count = 0; count < 32; count++)
      statuses.push((await site.post(buildBookingFields({ first_name: '' }))).status)
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(422))
    expect(statuses.slice(30)).toEqual([429, 429])
  })

  it('reports when paid services cannot be booked online, and refuses such bookings', async ({
    openSite,
  }) => {
    const site = await openSite({ PUBLIC_URL: 'https://example.com' })
    expect(await (await site.get('/functions/get-config')).json()).toMatchObject({
      payments: 'off',
      sendsMail: false,
    })
    const refused = await site.post(buildBookingFields({ service_type: 'bespoke_planning' }))
    expect(refused.status).toBe(503)
  })
})
