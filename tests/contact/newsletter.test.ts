import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Site, startSite } from '#tests/support/server/site.ts'
import {
  buildContactFields,
  findLink,
  readConsents,
  readMailsOfKind,
  readStoredForms,
} from './contact-site.ts'

const DAY = 86_400_000
const CONFIRM = '/newsletter/confirm'
const UNSUBSCRIBE = '/newsletter/unsubscribe'

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const postTickedForm = (email = 'reader@example.com') =>
  site.post(buildContactFields({ email, newsletter: 'on' }))

const post = (path: string, headers: Record<string, string> = {}, body = '') =>
  fetch(site.url + path, { method: 'POST', headers, body })

async function confirmSubscription(email?: string): Promise<string> {
  await postTickedForm(email)
  const [mail] = await readMailsOfKind(site, 'newsletter-confirm')
  await post(findLink(mail, CONFIRM))
  const [welcome] = await readMailsOfKind(site, 'newsletter-welcome')
  return findLink(welcome, UNSUBSCRIBE)
}

test('Ticking the newsletter box stores its wording and the time, but subscribes nobody yet', async () => {
  const answer = await postTickedForm()
  expect(await answer.json()).toMatchObject({ status: 'received', newsletter: 'confirm' })
  expect(await readConsents(site)).toMatchObject([
    {
      email: 'reader@example.com',
      source: 'contact',
      text_version: '2026-11-21',
      wording: 'Send me the seasonal letter, four times a year.',
      requested_at: site.time.now,
      confirmed_at: null,
      withdrawn_at: null,
    },
  ])
})

test('An unticked newsletter box stores no consent and sends no email', async () => {
  const answer = await site.post(buildContactFields({ newsletter: 'off' }))
  expect(await answer.json()).not.toHaveProperty('newsletter')
  expect(await readConsents(site)).toEqual([])
  expect(await readMailsOfKind(site, 'newsletter-confirm')).toEqual([])
})

test('Opening the emailed confirmation link confirms nothing; only the button on its page does', async () => {
  await postTickedForm()
  const [mail] = await readMailsOfKind(site, 'newsletter-confirm')
  expect(mail?.headers.get('to')).toBe('reader@example.com')
  const link = findLink(mail, CONFIRM)
  for (const method of ['HEAD', 'GET']) await fetch(site.url + link, { method })
  for (const changed of [link.replace('&', '&amp;'), `${link}.`, `${link})`])
    expect((await site.get(changed)).status).toBe(200)
  expect((await readConsents(site))[0]?.confirmed_at).toBeNull()

  const page = await (await site.get(link)).text()
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  expect(action).toBe(link)
  site.time.now += 5000
  const answer = await post(link, { 'Sec-Fetch-Site': 'same-origin' })
  expect(answer.status).toBe(200)
  expect((await readConsents(site))[0]?.confirmed_at).toBe(site.time.now)
})

test('A newsletter link without the right signature shows nothing and changes nothing', async () => {
  await postTickedForm()
  const [mail] = await readMailsOfKind(site, 'newsletter-confirm')
  const link = findLink(mail, CONFIRM)
  const id = (await readConsents(site))[0]?.id
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
  expect((await readConsents(site))[0]).toMatchObject({ confirmed_at: null, withdrawn_at: null })
})

test('An unconfirmed address is deleted after 30 days, and its link stops working', async () => {
  await postTickedForm()
  const [mail] = await readMailsOfKind(site, 'newsletter-confirm')
  site.time.now += 30 * DAY
  await site.drain()
  expect(await readConsents(site)).toEqual([])
  expect((await post(findLink(mail, CONFIRM))).status).toBe(410)
})

test('A confirmed address is not deleted after 30 days', async () => {
  await confirmSubscription()
  site.time.now += 31 * DAY
  await site.drain()
  expect(await readConsents(site)).toHaveLength(1)
})

test('A mailbox gets one confirmation email a day, whatever the letter case of its address', async () => {
  await postTickedForm('reader@example.com')
  site.time.now += DAY - 1
  await postTickedForm('Reader@Example.com')
  expect(await readMailsOfKind(site, 'newsletter-confirm')).toHaveLength(1)
  site.time.now += DAY
  await postTickedForm('reader@example.com')
  expect(await readMailsOfKind(site, 'newsletter-confirm')).toHaveLength(2)
})

test('A subscriber gets no second confirmation email, and the answer does not reveal who is subscribed', async () => {
  await confirmSubscription()
  site.time.now += 10 * DAY
  const known = await (await postTickedForm()).json()
  const unknown = await (await postTickedForm('other@example.com')).json()
  expect({ ...known, key: '' }).toEqual({ ...unknown, key: '' })
  const recipients = (await readMailsOfKind(site, 'newsletter-confirm')).map(({ headers }) =>
    headers.get('to'),
  )
  expect(recipients).toEqual(['reader@example.com', 'other@example.com'])
})

test('A newsletter email offers one-click unsubscribe, and that POST unsubscribes the address at once', async () => {
  const link = await confirmSubscription()
  const [letter] = await readMailsOfKind(site, 'newsletter-welcome')
  expect(letter?.headers.get('list-unsubscribe')).toMatch(new RegExp(`^<https?://.*${UNSUBSCRIBE}`))
  expect(letter?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')

  await site.get(link)
  expect((await readConsents(site))[0]?.withdrawn_at).toBeNull()
  site.time.now += 1000
  const answer = await post(
    link,
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    'List-Unsubscribe=One-Click',
  )
  expect(answer.status).toBe(200)
  expect((await readConsents(site))[0]?.withdrawn_at).toBe(site.time.now)
})

test('Unsubscribing a second time succeeds and changes nothing, and subscribing again is possible', async () => {
  const link = await confirmSubscription()
  await post(link)
  const first = (await readConsents(site))[0]?.withdrawn_at
  site.time.now += DAY * 2
  expect((await post(link)).status).toBe(200)
  expect((await readConsents(site))[0]?.withdrawn_at).toBe(first)
  await postTickedForm()
  expect(await readMailsOfKind(site, 'newsletter-confirm')).toHaveLength(2)
})

test('A confirmation link used after unsubscribing does not undo it', async () => {
  const unsubscribe = await confirmSubscription()
  const [mail] = await readMailsOfKind(site, 'newsletter-confirm')
  await post(unsubscribe)
  expect((await post(findLink(mail, CONFIRM))).status).toBe(410)
  expect((await readConsents(site)).every(({ withdrawn_at }) => withdrawn_at !== null)).toBe(true)
})

test('No email repeats text that a sender typed into a form in another person’s name', async () => {
  const fields = buildContactFields({
    first_name: 'Visit www.evil.example',
    message: 'Buy this',
    email: 'victim@example.com',
    newsletter: 'on',
  })
  await site.post(fields)
  const [mail] = await readMailsOfKind(site, 'newsletter-confirm')
  for (const text of [mail?.text, mail?.html]) {
    expect(text).not.toContain('evil')
    expect(text).not.toContain('Buy this')
  }
})

test('A public site that cannot deliver email promises none, but stores the message and the opt-in', async () => {
  const quiet = await startSite({ PUBLIC_URL: 'http://example.com' })
  const answer = await quiet.post(buildContactFields({ newsletter: 'on' }))
  expect(await answer.json()).not.toHaveProperty('newsletter')
  expect(await readStoredForms(quiet, 'contact')).toHaveLength(1)
  expect(await readConsents(quiet)).toHaveLength(1)
  await quiet.close()
})
