import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FRESH_FOR } from '#server/http/functions.ts'
import { contactFields } from '#tests/contact/messages.ts'
import { owner } from '#tests/support/owner-account.ts'
import { csvRows } from '#tests/support/read-csv.ts'
import { type Site, startSite } from '#tests/support/site.ts'

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
  ['mark-form', 'POST', { id: 1, read: true }],
  ['unsubscribe-reader', 'POST', { id: 'A'.repeat(22) }],
  ['send-notification', 'POST', { email: owner.email, type: 'test' }],
] as const

test.each(failures)('%s is for the owner alone', async (name, method, body) => {
  await site.post(contactFields())
  const answer =
    method === 'GET' ? await site.get(`/functions/${name}`) : await site.call(name, body)
  expect(answer.status).toBe(401)
  expect(await answer.text()).not.toContain('elisabeth')
})

describe('an export', () => {
  const exports = failures.filter(([name]) => name.startsWith('export-'))

  test.each(exports)('by %s needs a sign-in of the last minutes', async (name, _method, body) => {
    const cookie = await site.owner()
    expect((await site.call(name, body, cookie)).status).toBe(200)
    site.time.now += FRESH_FOR + 60_000
    const late = await site.call(name, body, cookie)
    expect([late.status, (await late.json()).code]).toEqual([403, 'not_fresh'])
    expect((await site.call(name, body, await site.owner())).status).toBe(200)
  })

  test('is a file under the name of its form, in UTF-8', async () => {
    await site.post(contactFields())
    const answer = await site.call('export-forms', { formName: 'contact' }, await site.owner())
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="contact-submissions.csv"',
    )
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8')
    expect(text.startsWith('\ufeff"id"')).toBe(true)
    expect(csvRows(text)).toMatchObject([{ last_name: 'Sørbø' }])
  })

  test('of no known form is refused in the words of the contract', async () => {
    const cookie = await site.owner()
    const answer = await site.call('export-forms', { formName: '../x' }, cookie)
    expect([answer.status, (await answer.json()).error]).toEqual([
      400,
      'Failed to export form data',
    ])
  })
})

test('the forms are a list of groups, and a mark that is set is there at the next look', async () => {
  await site.post(contactFields())
  const cookie = await site.owner()
  const groups = async () => (await site.get('/functions/get-forms', cookie)).json()
  const before = await groups()
  expect(before.map(({ name }: { name: string }) => name)).toEqual([
    'booking',
    'contact',
    'inquiry',
  ])
  const { id } = before[1].submissions[0]
  expect((await site.call('mark-form', { id, read: true }, cookie)).status).toBe(200)
  expect((await groups())[1]).toMatchObject({ unread: 0, submissions: [{ id, read: true }] })
  const gone = await site.call('mark-form', { id: 99, read: true }, cookie)
  expect([gone.status, (await gone.json()).code]).toEqual([404, 'not_found'])
})

test('sales of dates that are none are refused in the words of the contract', async () => {
  const cookie = await site.owner()
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

test('the test mail goes to the owner who asks, and to nobody else', async () => {
  const cookie = await site.owner()
  const send = (email: string) => site.call('send-notification', { email, type: 'test' }, cookie)
  const sent = await send(owner.email)
  expect(await sent.json()).toMatchObject({
    message: 'Test email sent successfully!',
    email: owner.email,
    delivers: false,
  })
  const other = await send('visitor@example.com')
  expect([other.status, (await other.json()).error]).toEqual([403, 'Failed to send test email'])
})
