import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConsents, readMailsOfKind, readStoredForms } from '#tests/contact/contact-site.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'
import { buildInquiryFields } from './inquiry-fields.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ OWNER_EMAIL: 'owner@example.com' })
})
afterAll(() => site.close())

test('An enquiry is stored and emailed to the owner once per idempotency key, with its sender as reply address', async () => {
  const key = randomUUID()
  const fields = buildInquiryFields({ nationality: 'Once' })
  for (const answer of [await site.post(fields, { key }), await site.post(fields, { key })]) {
    expect(answer.status).toBe(201)
    expect(await answer.json()).toEqual({ key, status: 'received' })
  }
  const stored = (await readStoredForms(site, 'inquiry')).filter(
    ({ nationality }) => nationality === 'Once',
  )
  expect(stored).toHaveLength(1)
  expect(stored[0]).toMatchObject({
    phone: '+47 41209877',
    'travelers.1.relationship': 'Daughter',
    allergies_detail: 'Shellfish',
    submitted_at: '2026-11-21T12:00:00.000Z',
  })
  const mails = (await readMailsOfKind(site, 'inquiry')).filter(({ text }) => text.includes('Once'))
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
  expect(mail?.text).toMatch(/\/admin\/forms\/inquiry\/\d+\n/)
})

test('The server refuses invalid fields that the browser let through, by the same rules for each field', async () => {
  const before = (await readStoredForms(site, 'inquiry')).length
  const answer = await site.post(
    buildInquiryFields({
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
  expect(await readStoredForms(site, 'inquiry')).toHaveLength(before)
})

test('A journey can begin on a date that is still today somewhere in the world, but not earlier', async () => {
  const on = (departure_date: string) => site.post(buildInquiryFields({ departure_date }))
  expect((await on('2026-11-20')).status).toBe(201)
  expect((await on('2026-11-19')).status).toBe(422)
})

test('An allergy detail is neither stored nor emailed if the answer was changed to No', async () => {
  const answer = await site.post(
    buildInquiryFields({ nationality: 'Changed', allergies: 'No', allergies_detail: 'Penicillin' }),
  )
  expect(answer.status).toBe(201)
  expect(JSON.stringify(await readStoredForms(site, 'inquiry'))).not.toContain('Penicillin')
  for (const { text, html } of await readMailsOfKind(site, 'inquiry'))
    expect(text + html).not.toContain('Penicillin')
})

test('Fields that the form does not have are not stored', async () => {
  await site.post(
    buildInquiryFields({ nationality: 'Extra', role: 'owner', 'travelers.99.x': 'y' }),
  )
  const stored = (await readStoredForms(site, 'inquiry')).find(
    ({ nationality }) => nationality === 'Extra',
  )
  expect(stored).toBeDefined()
  expect(stored).not.toHaveProperty('role')
  expect(stored).not.toHaveProperty(['travelers.99.x'])
})

test('An enquiry with the spam trap filled in gets the usual answer, but is discarded', async () => {
  const before = (await readStoredForms(site, 'inquiry')).length
  const answer = await site.post(buildInquiryFields({ 'bot-field': 'x' }))
  expect(answer.status).toBe(201)
  expect(await readStoredForms(site, 'inquiry')).toHaveLength(before)
})

test('A newsletter opt-in is stored with its source, and a confirmation email is sent', async () => {
  const answer = await site.post(
    buildInquiryFields({ email: 'reader@example.com', newsletter: 'on' }),
  )
  expect(await answer.json()).toMatchObject({ newsletter: 'confirm' })
  expect(await readConsents(site)).toMatchObject([
    { email: 'reader@example.com', source: 'inquiry' },
  ])
  const [mail] = await readMailsOfKind(site, 'newsletter-confirm')
  expect(mail?.headers.get('to')).toBe('reader@example.com')
})

test('Without JavaScript, a form posts country and number separately, each choice, and companions in one field', async () => {
  const {
    phone: _joined,
    flexible_dates: _unticked,
    newsletter: _off,
    ...fields
  } = buildInquiryFields({
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
  const stored = (await readStoredForms(site, 'inquiry')).find(
    ({ nationality }) => nationality === 'Plain',
  )
  expect(stored).toMatchObject({
    phone: '+46 701234567',
    outdoor_activities: 'Hiking,Sailing',
    travelers_note: 'Anders, husband; Ida, daughter',
  })
})
