import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consents, mailsOf, storedForms } from '#tests/contact/messages.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { inquiryFields } from './answers.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ OWNER_EMAIL: 'owner@example.com' })
})
afterAll(() => site.close())

test('an inquiry is stored once for its key and mailed to the owner once, to be replied to', async () => {
  const key = randomUUID()
  const fields = inquiryFields({ nationality: 'Once' })
  for (const answer of [await site.post(fields, { key }), await site.post(fields, { key })]) {
    expect(answer.status).toBe(201)
    expect(await answer.json()).toEqual({ key, status: 'received' })
  }
  const stored = storedForms(site, 'inquiry').filter(({ nationality }) => nationality === 'Once')
  expect(stored).toHaveLength(1)
  expect(stored[0]).toMatchObject({
    phone: '+47 41209877',
    'travelers.1.relationship': 'Daughter',
    allergies_detail: 'Shellfish',
    submitted_at: '2026-11-21T12:00:00.000Z',
  })
  const mails = (await mailsOf(site, 'inquiry')).filter(({ text }) => text.includes('Once'))
  expect(mails).toHaveLength(1)
  const [mail] = mails
  expect(mail?.headers.get('to')).toBe('owner@example.com')
  expect(mail?.headers.get('reply-to')).toMatch(/Elisabeth Sørbø.* <elisabeth@example\.com>/)
  for (const answer of [
    'Faroe Islands',
    'Anders Sørbø, Husband',
    'Thin curtains.',
    'Hiking, Sailing',
  ])
    expect(mail?.text).toContain(answer)
  expect(mail?.text).not.toContain('Accommodations')
})

test('what the browser let through is refused here by the same rules, field by field', async () => {
  const before = storedForms(site, 'inquiry').length
  const answer = await site.post(
    inquiryFields({
      consent: '',
      return_date: '2027-02-01',
      adults: '3',
      allergies_detail: '',
      trip_budget: 'Anything',
    }),
  )
  expect(answer.status).toBe(422)
  const { code, fields } = await answer.json()
  expect(code).toBe('fields')
  expect(Object.keys(fields).sort()).toEqual([
    'allergies_detail',
    'consent',
    'return_date',
    'travelers.2.first_name',
    'travelers.2.last_name',
    'travelers.2.relationship',
    'trip_budget',
  ])
  expect(storedForms(site, 'inquiry')).toHaveLength(before)
})

test('a journey may begin on the day it still is somewhere, and not before', async () => {
  const on = (departure_date: string) => site.post(inquiryFields({ departure_date }))
  expect((await on('2026-11-20')).status).toBe(201)
  expect((await on('2026-11-19')).status).toBe(422)
})

test('an allergy after a change of mind is neither stored nor mailed', async () => {
  const answer = await site.post(
    inquiryFields({ nationality: 'Changed', allergies: 'No', allergies_detail: 'Penicillin' }),
  )
  expect(answer.status).toBe(201)
  expect(JSON.stringify(storedForms(site, 'inquiry'))).not.toContain('Penicillin')
  for (const { text, html } of await mailsOf(site, 'inquiry'))
    expect(text + html).not.toContain('Penicillin')
})

test('fields of nobody’s asking are not stored', async () => {
  await site.post(inquiryFields({ nationality: 'Extra', role: 'owner', 'travelers.99.x': 'y' }))
  const stored = storedForms(site, 'inquiry').find(({ nationality }) => nationality === 'Extra')
  expect(stored).toBeDefined()
  expect(stored).not.toHaveProperty('role')
  expect(stored).not.toHaveProperty(['travelers.99.x'])
})

test('the spam trap is answered like any other and goes nowhere', async () => {
  const before = storedForms(site, 'inquiry').length
  const answer = await site.post(inquiryFields({ 'bot-field': 'x' }))
  expect(answer.status).toBe(201)
  expect(storedForms(site, 'inquiry')).toHaveLength(before)
})

test('a tick for the newsletter is kept with its source, and asked about by mail', async () => {
  const answer = await site.post(inquiryFields({ email: 'reader@example.com', newsletter: 'on' }))
  expect(await answer.json()).toMatchObject({ newsletter: 'confirm' })
  expect(consents(site)).toMatchObject([{ email: 'reader@example.com', source: 'inquiry' }])
  const [mail] = await mailsOf(site, 'newsletter-confirm')
  expect(mail?.headers.get('to')).toBe('reader@example.com')
})

test('a form without script posts country and number apart, choices one by one, companions in one field', async () => {
  const {
    phone: _joined,
    flexible_dates: _unticked,
    newsletter: _off,
    ...fields
  } = inquiryFields({
    nationality: 'Plain',
    country: 'SE',
    travelers_note: 'Anders, husband; Ida, daughter',
  })
  const entries = Object.entries(fields).filter(
    ([name]) => !name.startsWith('travelers.') && name !== 'outdoor_activities',
  )
  const body = new URLSearchParams(entries)
  body.set('phone', '70-123 45 67')
  for (const activity of ['Hiking', 'Sailing']) body.append('outdoor_activities', activity)
  const answer = await fetch(`${site.url}/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: 'text/html' },
    body,
  })
  expect(answer.status).toBe(303)
  const page = await site.get(answer.headers.get('location') ?? '')
  expect(await page.text()).toContain('<h1>Your enquiry is sent.</h1>')
  const stored = storedForms(site, 'inquiry').find(({ nationality }) => nationality === 'Plain')
  expect(stored).toMatchObject({
    phone: '+46 701234567',
    outdoor_activities: 'Hiking,Sailing',
    travelers_note: 'Anders, husband; Ida, daughter',
  })
})
