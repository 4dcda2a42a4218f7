import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRawHeaders } from '#tests/support/mail/mail-parser.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'
import { buildContactFields, readMailsOfKind, readStoredForms } from './contact-site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ OWNER_EMAIL: 'owner@example.com' })
})
afterAll(() => site.close())

describe('A contact message', () => {
  test('is stored once per idempotency key, however often it arrives', async () => {
    const key = randomUUID()
    const fields = buildContactFields({ message: 'Once.' })
    const answers = await Promise.all([1, 2, 3].map(() => site.post(fields, { key })))
    const later = await site.post(fields, { key })
    for (const answer of [...answers, later]) {
      expect(answer.status).toBe(201)
      expect(await answer.json()).toEqual({ key, status: 'received' })
    }
    expect(
      (await readStoredForms(site, 'contact')).filter(({ message }) => message === 'Once.'),
    ).toHaveLength(1)
  })

  test('reaches the owner as one email, and a reply to it goes to the sender', async () => {
    const key = randomUUID()
    const fields = buildContactFields({ last_name: 'Åsén', email: 'asen@example.com' })
    await site.post(fields, { key })
    await site.post(fields, { key })
    const mails = await readMailsOfKind(site, 'contact-message')
    const mine = mails.filter((mail) => mail.headers.get('subject')?.includes('Åsén'))
    expect(mine).toHaveLength(1)
    expect(mine[0]?.headers.get('to')).toBe('owner@example.com')
    expect(mine[0]?.headers.get('reply-to')).toMatch(/Elisabeth Åsén.* <asen@example\.com>/)
    expect(mine[0]?.text).toContain('> We are two, perhaps three.\n> February?')
  })

  test('has in the email a link that opens it on the desk', async () => {
    await site.post(buildContactFields({ message: 'Where is it?' }))
    const stored = await site.db.read
      .selectFrom('form_submissions')
      .select('id')
      .where('form_type', '=', 'contact')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const mails = await readMailsOfKind(site, 'contact-message')
    const mine = mails.find(({ text }) => text.includes('Where is it?'))
    expect(mine?.text).toContain(`/admin/forms/contact/${stored.id}\n`)
  })

  test('is stored with only the fields of the form and the time of arrival', async () => {
    await site.post(buildContactFields({ message: 'Extra', user_id: '1', __proto__x: 'y' }))
    const stored = (await readStoredForms(site, 'contact')).find(
      ({ message }) => message === 'Extra',
    )
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

  test('about a house says so to the owner, by mail and in the stored form; another subject is ignored', async () => {
    await site.post(buildContactFields({ message: 'Twelve rooms', subject: 'house' }))
    await site.post(buildContactFields({ message: 'Odd', subject: '__proto__' }))
    const stored = await readStoredForms(site, 'contact')
    expect(stored.find(({ message }) => message === 'Twelve rooms')?.subject).toBe('house')
    expect(stored.find(({ message }) => message === 'Odd')).not.toHaveProperty('subject')
    const mails = await readMailsOfKind(site, 'contact-message')
    const about = mails.filter(({ text }) => /About:\s+A house/.test(text))
    expect(about.map(({ text }) => text.includes('Twelve rooms'))).toEqual([true])
  })

  test('with the spam trap filled in gets the usual answer, but is neither stored nor emailed', async () => {
    const before = (await readStoredForms(site, 'contact')).length
    const answer = await site.post(buildContactFields({ 'bot-field': 'http://spam' }))
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ status: 'received' })
    expect(await readStoredForms(site, 'contact')).toHaveLength(before)
    const mails = await readMailsOfKind(site, 'contact-message')
    expect(mails.some((mail) => mail.text.includes('spam'))).toBe(false)
  })

  test.each([
    ['first_name', ''],
    ['last_name', '   '],
    ['email', ''],
    ['email', 'not an address'],
    ['email', 'two@example.com,three@example.com'],
    ['message', 'x'.repeat(5001)],
  ])('with an invalid %s is refused with an error for that field', async (name, value) => {
    const before = (await readStoredForms(site, 'contact')).length
    const answer = await site.post(buildContactFields({ [name]: value }))
    expect(answer.status).toBe(422)
    const body = await answer.json()
    expect(Object.keys(body.fields)).toEqual([name])
    expect(await readStoredForms(site, 'contact')).toHaveLength(before)
  })

  test('that reuses an idempotency key for other content is refused, and the first message is preserved', async () => {
    const key = randomUUID()
    await site.post(buildContactFields({ message: 'First content' }), { key })
    const answer = await site.post(buildContactFields({ message: 'Second content' }), { key })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'key_reuse' })
    const messages = (await readStoredForms(site, 'contact')).map(({ message }) => message)
    expect(messages).toContain('First content')
    expect(messages).not.toContain('Second content')
  })

  test('from another site’s page is refused', async () => {
    const answer = await site.post(buildContactFields(), {
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('A message posted without JavaScript', () => {
  const plain = (fields: Record<string, string>) =>
    fetch(`${site.url}/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      body: new URLSearchParams(fields),
    })

  test('redirects to a page once it is stored, so that a reload does not send it again', async () => {
    const { newsletter: _unticked, ...fields } = buildContactFields({ message: 'Plain' })
    const answer = await plain(fields)
    expect(answer.status).toBe(303)
    const page = await site.get(answer.headers.get('location') ?? '')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<h1>Message Sent</h1>')
    expect(
      (await readStoredForms(site, 'contact')).filter(({ message }) => message === 'Plain'),
    ).toHaveLength(1)
  })

  test('that lacks a required field is answered with a page that says what is missing', async () => {
    const answer = await plain(buildContactFields({ email: '' }))
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(await answer.text()).toContain('Please enter your email.')
  })
})

test('No typed text can add a header or a recipient to an email', async () => {
  const hostile = fc.stringMatching(/^[\w <>"'&\r\n:;,@%=+\u202e\u00e5-]{1,60}$/)
  const keys: string[] = []
  let tries = 0
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (first_name, last_name, message) => {
      tries += 1
      const answer = await site.post(
        buildContactFields({ first_name, last_name, message: `${message}\r\nBcc: a@example.com` }),
      )
      if (answer.status === 201) keys.push((await answer.json()).key)
      return answer.status === 201 || answer.status === 422
    }),
  )
  expect(keys.length).toBeGreaterThan(tries / 2)
  await site.drain()
  const folder = path.join(site.dataDir, 'mail')
  for (const name of fs.readdirSync(folder)) {
    const raw = fs.readFileSync(path.join(folder, name), 'latin1')
    const names = parseRawHeaders(raw).map((line) => line.split(':')[0]?.toLowerCase())
    expect(names.filter((header) => header === 'to')).toHaveLength(1)
    expect(names).not.toContain('bcc')
    expect(parseRawHeaders(raw)).toContain('To: owner@example.com')
  }
})
