import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawHeaders } from '#tests/support/mime.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { contactFields, mailsOf, storedForms } from './messages.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ OWNER_EMAIL: 'owner@example.com' })
})
afterAll(() => site.close())

describe('a contact message', () => {
  test('is stored once for its key, however often it arrives', async () => {
    const key = randomUUID()
    const fields = contactFields({ message: 'Once.' })
    const answers = await Promise.all([1, 2, 3].map(() => site.post(fields, { key })))
    const later = await site.post(fields, { key })
    for (const answer of [...answers, later]) {
      expect(answer.status).toBe(201)
      expect(await answer.json()).toEqual({ key, status: 'received' })
    }
    expect(storedForms(site, 'contact').filter(({ message }) => message === 'Once.')).toHaveLength(
      1,
    )
  })

  test('reaches the owner as one mail whose reply goes to the sender', async () => {
    const key = randomUUID()
    const fields = contactFields({ last_name: 'Åsén', email: 'asen@example.com' })
    await site.post(fields, { key })
    await site.post(fields, { key })
    const mails = await mailsOf(site, 'contact-message')
    const mine = mails.filter((mail) => mail.headers.get('subject')?.includes('Åsén'))
    expect(mine).toHaveLength(1)
    expect(mine[0]?.headers.get('to')).toBe('owner@example.com')
    expect(mine[0]?.headers.get('reply-to')).toMatch(/Elisabeth Åsén.* <asen@example\.com>/)
    expect(mine[0]?.text).toContain('> We are two, perhaps three.\n> February?')
  })

  test('keeps only the fields of the form, and when it came', async () => {
    await site.post(contactFields({ message: 'Extra', user_id: '1', __proto__x: 'y' }))
    const stored = storedForms(site, 'contact').find(({ message }) => message === 'Extra')
    expect(stored).toEqual({
      first_name: 'Elisabeth',
      last_name: 'Sørbø',
      email: 'elisabeth@example.com',
      message: 'Extra',
      newsletter: 'off',
      newsletter_text: '2026-11-21',
      submitted_at: '2026-11-21T12:00:00.000Z',
    })
  })

  test('that fills the spam trap is answered like any other and goes nowhere', async () => {
    const before = storedForms(site, 'contact').length
    const answer = await site.post(contactFields({ 'bot-field': 'http://spam' }))
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ status: 'received' })
    expect(storedForms(site, 'contact')).toHaveLength(before)
    const mails = await mailsOf(site, 'contact-message')
    expect(mails.some((mail) => mail.text.includes('spam'))).toBe(false)
  })

  test.each([
    ['first_name', ''],
    ['last_name', '   '],
    ['email', ''],
    ['email', 'not an address'],
    ['email', 'two@example.com,three@example.com'],
    ['message', 'x'.repeat(5001)],
  ])('with a wrong %s is refused by the name of the field', async (name, value) => {
    const before = storedForms(site, 'contact').length
    const answer = await site.post(contactFields({ [name]: value }))
    expect(answer.status).toBe(422)
    const body = await answer.json()
    expect(Object.keys(body.fields)).toEqual([name])
    expect(storedForms(site, 'contact')).toHaveLength(before)
  })

  test('under a key that was used for other content is refused, and the first one stays', async () => {
    const key = randomUUID()
    await site.post(contactFields({ message: 'First content' }), { key })
    const answer = await site.post(contactFields({ message: 'Second content' }), { key })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'key_reuse' })
    const messages = storedForms(site, 'contact').map(({ message }) => message)
    expect(messages).toContain('First content')
    expect(messages).not.toContain('Second content')
  })

  test('from another site’s page is refused', async () => {
    const answer = await site.post(contactFields(), { headers: { 'Sec-Fetch-Site': 'cross-site' } })
    expect(answer.status).toBe(403)
  })
})

describe('without script', () => {
  const plain = (fields: Record<string, string>) =>
    fetch(`${site.url}/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      body: new URLSearchParams(fields),
    })

  test('a stored message leads on to a page, so that reloading it sends nothing again', async () => {
    const { newsletter: _unticked, ...fields } = contactFields({ message: 'Plain' })
    const answer = await plain(fields)
    expect(answer.status).toBe(303)
    const page = await site.get(answer.headers.get('location') ?? '')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<h1>Message Sent</h1>')
    expect(storedForms(site, 'contact').filter(({ message }) => message === 'Plain')).toHaveLength(
      1,
    )
  })

  test('a message that lacks something is answered by a page that says what', async () => {
    const answer = await plain(contactFields({ email: '' }))
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(await answer.text()).toContain('Please enter your email.')
  })
})

test('whatever is typed, no mail gets a header or a recipient of the sender’s making', async () => {
  const hostile = fc.stringMatching(/^[\w <>"'&\r\n:;,@%=+\u202e\u00e5-]{1,60}$/)
  const keys: string[] = []
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (first_name, last_name, message) => {
      const answer = await site.post(
        contactFields({ first_name, last_name, message: `${message}\r\nBcc: a@example.com` }),
      )
      if (answer.status === 201) keys.push((await answer.json()).key)
      return answer.status === 201 || answer.status === 422
    }),
  )
  expect(keys.length).toBeGreaterThan(30)
  await site.drain()
  const folder = path.join(site.dataDir, 'mail')
  for (const name of fs.readdirSync(folder)) {
    const raw = fs.readFileSync(path.join(folder, name), 'latin1')
    const names = rawHeaders(raw).map((line) => line.split(':')[0]?.toLowerCase())
    expect(names.filter((header) => header === 'to')).toHaveLength(1)
    expect(names).not.toContain('bcc')
    expect(rawHeaders(raw)).toContain('To: owner@example.com')
  }
})
