import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Site, startSite } from '#tests/support/site.ts'
import { consents, contactFields, linkIn, mailsOf, storedForms } from './messages.ts'

const DAY = 86_400_000
const CONFIRM = '/newsletter/confirm'
const UNSUBSCRIBE = '/newsletter/unsubscribe'

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const tick = (email = 'reader@example.com') => site.post(contactFields({ email, newsletter: 'on' }))

const post = (path: string, headers: Record<string, string> = {}, body = '') =>
  fetch(site.url + path, { method: 'POST', headers, body })

async function confirmed(email?: string): Promise<string> {
  await tick(email)
  const [mail] = await mailsOf(site, 'newsletter-confirm')
  await post(linkIn(mail, CONFIRM))
  const [welcome] = await mailsOf(site, 'newsletter-welcome')
  return linkIn(welcome, UNSUBSCRIBE)
}

test('a tick is stored with the words that were ticked and the time, and puts nobody on the list', async () => {
  const answer = await tick()
  expect(await answer.json()).toMatchObject({ status: 'received', newsletter: 'confirm' })
  expect(consents(site)).toMatchObject([
    {
      email: 'reader@example.com',
      source: 'contact',
      text_version: '2026-11-21',
      wording: 'Send me the seasonal letter, four times a year.',
      asked_at: site.time.now,
      confirmed_at: null,
      withdrawn_at: null,
    },
  ])
})

test('an unticked box asks nothing and mails nothing', async () => {
  const answer = await site.post(contactFields({ newsletter: 'off' }))
  expect(await answer.json()).not.toHaveProperty('newsletter')
  expect(consents(site)).toEqual([])
  expect(await mailsOf(site, 'newsletter-confirm')).toEqual([])
})

test('opening the link of the mail confirms nothing; its button does', async () => {
  await tick()
  const [mail] = await mailsOf(site, 'newsletter-confirm')
  expect(mail?.headers.get('to')).toBe('reader@example.com')
  const link = linkIn(mail, CONFIRM)
  for (const method of ['HEAD', 'GET']) await fetch(site.url + link, { method })
  expect(consents(site)[0]?.confirmed_at).toBeNull()

  const page = await (await site.get(link)).text()
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  expect(action).toBe(link)
  site.time.now += 5000
  const answer = await post(link, { 'Sec-Fetch-Site': 'same-origin' })
  expect(answer.status).toBe(200)
  expect(consents(site)[0]?.confirmed_at).toBe(site.time.now)
})

test('a link without the right signature shows and does nothing', async () => {
  await tick()
  const [mail] = await mailsOf(site, 'newsletter-confirm')
  const link = linkIn(mail, CONFIRM)
  const id = consents(site)[0]?.id
  const forged = [
    `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
    `${CONFIRM}?id=${id}`,
    `${CONFIRM}?id=${id}&sig=`,
    // The signature for confirming is not valid for unsubscribing.
    link.replace(CONFIRM, UNSUBSCRIBE),
  ]
  for (const path of forged) {
    expect((await site.get(path)).status).toBe(404)
    expect((await post(path)).status).toBe(404)
  }
  expect(consents(site)[0]).toMatchObject({ confirmed_at: null, withdrawn_at: null })
})

test('an unconfirmed address is forgotten after 30 days, and its link with it', async () => {
  await tick()
  const [mail] = await mailsOf(site, 'newsletter-confirm')
  site.time.now += 30 * DAY
  await site.drain()
  expect(consents(site)).toEqual([])
  expect((await post(linkIn(mail, CONFIRM))).status).toBe(410)
})

test('a confirmed address is not forgotten by that', async () => {
  await confirmed()
  site.time.now += 31 * DAY
  await site.drain()
  expect(consents(site)).toHaveLength(1)
})

test('one mailbox gets one such mail a day, in whatever case it is typed', async () => {
  await tick('reader@example.com')
  site.time.now += DAY - 1
  await tick('Reader@Example.com')
  expect(await mailsOf(site, 'newsletter-confirm')).toHaveLength(1)
  site.time.now += DAY
  await tick('reader@example.com')
  expect(await mailsOf(site, 'newsletter-confirm')).toHaveLength(2)
})

test('someone on the list is not asked again, and nobody can tell from the answer', async () => {
  await confirmed()
  site.time.now += 10 * DAY
  const known = await (await tick()).json()
  const unknown = await (await tick('other@example.com')).json()
  expect({ ...known, key: '' }).toEqual({ ...unknown, key: '' })
  const asked = (await mailsOf(site, 'newsletter-confirm')).map(({ headers }) => headers.get('to'))
  expect(asked).toEqual(['reader@example.com', 'other@example.com'])
})

test('a letter offers the one-click POST, and it takes the address off the list at once', async () => {
  const link = await confirmed()
  const [letter] = await mailsOf(site, 'newsletter-welcome')
  expect(letter?.headers.get('list-unsubscribe')).toMatch(new RegExp(`^<https?://.*${UNSUBSCRIBE}`))
  expect(letter?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')

  await site.get(link)
  expect(consents(site)[0]?.withdrawn_at).toBeNull()
  site.time.now += 1000
  const answer = await post(
    link,
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    'List-Unsubscribe=One-Click',
  )
  expect(answer.status).toBe(200)
  expect(consents(site)[0]?.withdrawn_at).toBe(site.time.now)
})

test('unsubscribing twice says so and changes nothing; subscribing again is possible', async () => {
  const link = await confirmed()
  await post(link)
  const first = consents(site)[0]?.withdrawn_at
  site.time.now += DAY * 2
  expect((await post(link)).status).toBe(200)
  expect(consents(site)[0]?.withdrawn_at).toBe(first)
  await tick()
  expect(await mailsOf(site, 'newsletter-confirm')).toHaveLength(2)
})

test('a confirmation link that comes after unsubscribing does not undo it', async () => {
  const unsubscribe = await confirmed()
  const [mail] = await mailsOf(site, 'newsletter-confirm')
  await post(unsubscribe)
  expect((await post(linkIn(mail, CONFIRM))).status).toBe(410)
  expect(consents(site).every(({ withdrawn_at }) => withdrawn_at !== null)).toBe(true)
})

test('no mail repeats what the sender of a form typed in someone else’s name', async () => {
  const fields = contactFields({
    first_name: 'Visit www.evil.example',
    message: 'Buy this',
    email: 'victim@example.com',
    newsletter: 'on',
  })
  await site.post(fields)
  const [mail] = await mailsOf(site, 'newsletter-confirm')
  for (const text of [mail?.text, mail?.html]) {
    expect(text).not.toContain('evil')
    expect(text).not.toContain('Buy this')
  }
})

test('where mail goes nowhere, a public site promises none, and keeps message and tick', async () => {
  const quiet = await startSite({ PUBLIC_URL: 'http://example.com' })
  const answer = await quiet.post(contactFields({ newsletter: 'on' }))
  expect(await answer.json()).not.toHaveProperty('newsletter')
  expect(storedForms(quiet, 'contact')).toHaveLength(1)
  expect(consents(quiet)).toHaveLength(1)
  await quiet.close()
})
