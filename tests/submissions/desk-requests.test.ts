import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RECENT_SIGN_IN_MS } from '#server/http/function-routes.ts'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { parseCsvRows } from '#tests/support/lib/csv-parser.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const failures = [
  ['get-sales', 'GET', {}],
  ['get-forms', 'GET', {}],
  ['get-newsletter', 'GET', {}],
  ['export-sales', 'POST', {}],
  ['export-forms', 'POST', { formName: 'contact' }],
  ['export-newsletter', 'POST', {}],
  ['unsubscribe-reader', 'POST', { id: 'A'.repeat(22) }],
  ['send-notification', 'POST', { email: owner.email, type: 'test' }],
] as const

test.each(failures)('%s is refused to anyone who is not signed in', async (name, method, body) => {
  await site.post(buildContactFields())
  const answer =
    method === 'GET' ? await site.get(`/functions/${name}`) : await site.call(name, body)
  expect(answer.status).toBe(401)
  expect(await answer.text()).not.toContain('elisabeth')
})

describe('An export', () => {
  const exports = failures.filter(([name]) => name.startsWith('export-'))

  test.each(exports)(
    'by %s requires a sign-in within the last few minutes',
    async (name, _method, body) => {
      const cookie = await site.signInOwner()
      expect((await site.call(name, body, cookie)).status).toBe(200)
      site.time.now += RECENT_SIGN_IN_MS + 60_000
      const late = await site.call(name, body, cookie)
      expect([late.status, (await late.json()).code]).toEqual([403, 'not_fresh'])
      expect((await site.call(name, body, await site.signInOwner())).status).toBe(200)
    },
  )

  test('is a UTF-8 file named after its form', async () => {
    await site.post(buildContactFields())
    const answer = await site.call(
      'export-forms',
      { formName: 'contact' },
      await site.signInOwner(),
    )
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="contact-submissions.csv"',
    )
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8')
    expect(text.startsWith('\ufeff"id"')).toBe(true)
    expect(parseCsvRows(text)).toMatchObject([{ last_name: 'Sørbø' }])
  })

  test('of an unknown form is refused with the error text of the API contract', async () => {
    const cookie = await site.signInOwner()
    const answer = await site.call('export-forms', { formName: '../x' }, cookie)
    expect([answer.status, (await answer.json()).error]).toEqual([
      400,
      'Failed to export form data',
    ])
  })
})

test('The forms are a list of groups, each with its latest submissions', async () => {
  await site.post(buildContactFields())
  const cookie = await site.signInOwner()
  const groups = await (await site.get('/functions/get-forms', cookie)).json()
  expect(groups).toMatchObject([
    { name: 'booking', total: 0, submissions: [] },
    { name: 'contact', total: 1, submissions: [{ readAt: null, data: { last_name: 'Sørbø' } }] },
    { name: 'inquiry', total: 0, submissions: [] },
  ])
})

test('A sales request with invalid dates is refused with the error text of the API contract', async () => {
  const cookie = await site.signInOwner()
  for (const query of ['from=yesterday', 'from=2026-11-02&to=2026-11-01', 'to=1900-02-30']) {
    const answer = await site.get(`/functions/get-sales?${query}`, cookie)
    expect([answer.status, (await answer.json()).error]).toEqual([
      400,
      'Failed to fetch sales data',
    ])
  }
  const whole = await site.get('/functions/get-sales', cookie)
  expect(await whole.json()).toMatchObject({ totalRevenue: 0, totalBookings: 0, recentSales: [] })
})

test('A test email goes only to the owner who requests it', async () => {
  const cookie = await site.signInOwner()
  const send = (email: string) => site.call('send-notification', { email, type: 'test' }, cookie)
  const sent = await send(owner.email)
  expect(await sent.json()).toMatchObject({
    message: 'Test email sent successfully!',
    email: owner.email,
    isDelivered: false,
  })
  const other = await send('visitor@example.com')
  expect([other.status, (await other.json()).error]).toEqual([403, 'Failed to send test email'])
})
