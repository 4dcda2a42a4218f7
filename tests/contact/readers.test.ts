import { afterEach, beforeEach, expect, test } from 'vitest'
import { csvRows } from '#tests/support/read-csv.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { contactFields, linkIn, mailsOf } from './messages.ts'

let site: Site
let cookie: string
beforeEach(async () => {
  site = await startSite()
  cookie = await site.owner()
})
afterEach(() => site.close())

const tick = (email: string) => site.post(contactFields({ email, newsletter: 'on' }))

async function subscribe(email: string): Promise<void> {
  await tick(email)
  const mails = await mailsOf(site, 'newsletter-confirm')
  await fetch(site.url + linkIn(mails.at(-1), '/newsletter/confirm'), { method: 'POST' })
}

async function readers() {
  const answer = await site.get('/functions/get-newsletter', cookie)
  return (await answer.json()).readers as { id: string; email: string; state: string }[]
}

const file = async () => {
  const answer = await site.call('export-newsletter', {}, await site.owner())
  return { answer, rows: csvRows(await answer.text()) }
}

test('the list says of each tick what was agreed to, when, and whether it counts', async () => {
  await subscribe('first@example.com')
  site.time.now += 60_000
  await tick('second@example.com')
  expect(await readers()).toEqual([
    expect.objectContaining({ email: 'second@example.com', state: 'waiting', confirmedAt: null }),
    {
      id: expect.any(String),
      email: 'first@example.com',
      state: 'subscribed',
      source: 'contact',
      wording: 'Send me the seasonal letter, four times a year.',
      version: '2026-11-21',
      askedAt: new Date(site.time.now - 60_000).toISOString(),
      confirmedAt: new Date(site.time.now - 60_000).toISOString(),
      withdrawnAt: null,
    },
  ])
})

test('whom the owner unsubscribes is off the list, with the time, and stays as proof', async () => {
  await subscribe('first@example.com')
  const [{ id } = { id: '' }] = await readers()
  site.time.now += 60_000
  for (let turn = 0; turn < 2; turn += 1)
    expect((await site.call('unsubscribe-reader', { id }, cookie)).status).toBe(200)
  expect(await readers()).toMatchObject([
    { state: 'unsubscribed', withdrawnAt: new Date(site.time.now).toISOString() },
  ])
  expect((await file()).rows).toEqual([])
})

test('an id that is not on the list unsubscribes nobody', async () => {
  await subscribe('first@example.com')
  const answer = await site.call('unsubscribe-reader', { id: 'A'.repeat(22) }, cookie)
  expect(answer.status).toBe(404)
  expect(await readers()).toMatchObject([{ state: 'subscribed' }])
})

test('the file has only who may be written to, each mailbox once, with a link to leave that works', async () => {
  await tick('later@example.com')
  site.time.now += 2 * 86_400_000
  await tick('later@example.com')
  for (const mail of await mailsOf(site, 'newsletter-confirm'))
    await fetch(site.url + linkIn(mail, '/newsletter/confirm'), { method: 'POST' })
  await tick('never@example.com')
  const { answer, rows } = await file()
  expect(answer.headers.get('content-disposition')).toContain('newsletter-readers.csv')
  expect(rows).toMatchObject([{ email: 'later@example.com', version: '2026-11-21' }])
  const { pathname, search } = new URL(rows[0]?.unsubscribe ?? '')
  await fetch(site.url + pathname + search, { method: 'POST' })
  expect((await file()).rows).toEqual([])
})
