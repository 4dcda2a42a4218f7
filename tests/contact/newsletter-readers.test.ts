import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseCsvRows } from '#tests/support/lib/csv-parser.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'
import { buildContactFields, findLink, readMailsOfKind } from './contact-site.ts'

let site: Site
let cookie: string
beforeEach(async () => {
  site = await startSite()
  cookie = await site.signInOwner()
})
afterEach(() => site.close())

const postTickedForm = (email: string) => site.post(buildContactFields({ email, newsletter: 'on' }))

async function subscribe(email: string): Promise<void> {
  await postTickedForm(email)
  const mails = await readMailsOfKind(site, 'newsletter-confirm')
  await fetch(site.url + findLink(mails.at(-1), '/newsletter/confirm'), { method: 'POST' })
}

async function listReaders() {
  const answer = await site.get('/functions/get-newsletter', cookie)
  return (await answer.json()).readers as { id: string; email: string; state: string }[]
}

const exportFile = async () => {
  const answer = await site.call('export-newsletter', {}, await site.signInOwner())
  return { answer, rows: parseCsvRows(await answer.text()) }
}

test('The list shows what each opt-in agreed to, when, and whether it counts as a subscription', async () => {
  await subscribe('first@example.com')
  site.time.now += 60_000
  await postTickedForm('second@example.com')
  expect(await listReaders()).toEqual([
    expect.objectContaining({
      email: 'second@example.com',
      state: 'unconfirmed',
      confirmedAt: null,
    }),
    {
      id: expect.any(String),
      email: 'first@example.com',
      state: 'subscribed',
      source: 'contact',
      wording: 'Send me the seasonal letter, four times a year.',
      version: '2026-11-21',
      requestedAt: new Date(site.time.now - 60_000).toISOString(),
      confirmedAt: new Date(site.time.now - 60_000).toISOString(),
      withdrawnAt: null,
    },
  ])
})

test('A reader unsubscribed by the owner is off the list, but stored with the time as proof', async () => {
  await subscribe('first@example.com')
  const [{ id } = { id: '' }] = await listReaders()
  site.time.now += 60_000
  for (let turn = 0; turn < 2; turn += 1)
    expect((await site.call('unsubscribe-reader', { id }, cookie)).status).toBe(200)
  expect(await listReaders()).toMatchObject([
    { state: 'unsubscribed', withdrawnAt: new Date(site.time.now).toISOString() },
  ])
  expect((await exportFile()).rows).toEqual([])
})

test('An unknown reader id unsubscribes nobody', async () => {
  await subscribe('first@example.com')
  const answer = await site.call('unsubscribe-reader', { id: 'A'.repeat(22) }, cookie)
  expect(answer.status).toBe(404)
  expect(await listReaders()).toMatchObject([{ state: 'subscribed' }])
})

test('The export contains only subscribers, each mailbox once, with a working unsubscribe link', async () => {
  await postTickedForm('later@example.com')
  site.time.now += 2 * 86_400_000
  await postTickedForm('later@example.com')
  for (const mail of await readMailsOfKind(site, 'newsletter-confirm'))
    await fetch(site.url + findLink(mail, '/newsletter/confirm'), { method: 'POST' })
  await postTickedForm('never@example.com')
  const { answer, rows } = await exportFile()
  expect(answer.headers.get('content-disposition')).toContain('newsletter-readers.csv')
  expect(rows).toMatchObject([{ email: 'later@example.com', version: '2026-11-21' }])
  const { pathname, search } = new URL(rows[0]?.unsubscribe ?? '')
  await fetch(site.url + pathname + search, { method: 'POST' })
  expect((await exportFile()).rows).toEqual([])
})
