import 'fake-indexeddb/auto'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { describe, expect, it, test, vi } from 'vitest'
import { ClientLink } from '#client/desk/clients/client-link.tsx'
import { FormsPage } from '#client/desk/forms/forms-page.tsx'
import { readEnquiry } from '#client/desk/forms/read-enquiry.ts'
import { UndoNotice } from '#client/desk/records/data-notices.tsx'
import type { Change } from '#shared/sync/protocol.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { buildInquiryFields } from '#tests/inquiry/inquiry-fields.ts'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { user } from '#tests/support/components/user.ts'
import { openDataInPage } from '#tests/support/data/data-client-stub.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { TODAY } from '#tests/support/server/site.ts'

vi.mock('#client/data/data-client.ts', async () => {
  const { dataClientStub } = await import('#tests/support/data/data-client-stub.ts')
  return dataClientStub
})

setUpOwnerDevice()

const { 'form-name': _form, 'bot-field': _trap, ...data } = buildInquiryFields()

describe('An enquiry', () => {
  it('brings everything that was answered to a client, the allergies first', () => {
    const { fields } = readEnquiry(data)
    expect(fields.specialRequests).toBe('Allergies: Shellfish')
    expect(fields.activities).toEqual(['Hiking', 'Sailing', 'Art'])
    expect(fields.notes).toMatch(/^Allergies: Shellfish\n/)
    const consents = /^(newsletter|newsletter_text|privacy_policy|package_agreement|consent)$/
    const contact = /^(first_name|last_name|email|phone)$/
    const dates = { departure_date: '8 February 2027', return_date: '17 February 2027' }
    const yes = { flexible_dates: 'Yes', allergies: 'Shellfish' }
    const answers = Object.entries({ ...data, ...dates, ...yes }).filter(
      ([name]) => !consents.test(name) && !contact.test(name),
    )
    for (const [, answer] of answers)
      for (const choice of answer.split(',')) expect(fields.notes).toContain(choice.trim())
  })

  it('asks for a journey with its destinations, dates, days and travellers', () => {
    expect(readEnquiry(data).journey).toEqual({
      title: 'Norway and Faroe Islands, 8 to 17 February 2027',
      start: '2027-02-08',
      dayCount: 10,
      travellers: ['Anders Sørbø', 'Ida Sørbø'],
    })
  })

  it('asks for a journey even if its dates or its destination cannot be read', () => {
    expect(readEnquiry({ ...data, departure_date: 'in June' }).journey).toMatchObject({
      ...{ title: 'Norway and Faroe Islands', start: '', dayCount: 7 },
    })
    const unknown = { first_name: 'Ida', travel_destination: '', departure_date: '', adults: '1' }
    expect(readEnquiry(unknown).journey).toEqual({
      ...{ title: 'Journey of Ida', start: '', dayCount: 7, travellers: [] },
    })
  })
})

const Nothing = () => null
const Address = () => <output>{useLocation().pathname}</output>

/** Opens the enquiry on a device whose server does not answer. */
async function openEnquiry(clients: Change[] = []) {
  stubServer({})
  const enquiry: ReadOnlyChange = {
    ...{ coll: 'submission', id: '1', seq: 1 },
    data: { form: 'inquiry', created_at: new Date(TODAY).toISOString(), booking_id: null, data },
  }
  const book = await openDataInPage(clients, [], [enquiry])
  render(
    <MemoryRouter initialEntries={['/admin/forms/inquiry/1']}>
      <UndoNotice />
      <Address />
      <Routes>
        <Route
          path="/admin/forms/:form/:id"
          element={<FormsPage SignIn={Nothing} Newsletter={Nothing} ClientLink={ClientLink} />}
        />
        <Route path="/admin/journeys/:id" element={<h1>The editor</h1>} />
      </Routes>
    </MemoryRouter>,
  )
  return book
}

test('One press makes client and journey of an enquiry, offline too, and undo takes both back', async () => {
  const book = await openEnquiry()
  await user.click(await screen.findByRole('button', { name: 'Add client and journey' }))
  await screen.findByRole('heading', { name: 'The editor' })
  const [line] = await book.journeys.list('')
  expect(screen.getByText(`/admin/journeys/${line?.id}`)).toBeVisible()
  expect(line).toMatchObject({
    title: 'Norway and Faroe Islands, 8 to 17 February 2027',
    names: ['Elisabeth Sørbø', 'Anders Sørbø', 'Ida Sørbø'],
    dates: { start: '2027-02-08', end: '2027-02-17' },
  })
  const client = await book.clients.get(line?.clients[0]?.id ?? '')
  expect(client?.client).toMatchObject({
    ...{ name: 'Elisabeth Sørbø', email: 'elisabeth@example.com', phone: '+47 41209877' },
    specialRequests: 'Allergies: Shellfish',
  })
  const notice = within(screen.getByRole('region', { name: 'Undo' }))
  expect(notice.getByText(/^Elisabeth Sørbø is added, with the journey “Norway and/)).toBeVisible()
  await user.click(notice.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'Add client and journey' })
  expect(await book.journeys.list('')).toEqual([])
  expect((await book.clients.list({ text: '', sort: 'name' }, 0, 10)).items).toEqual([])
})

test('One press plans the journey of somebody who is a client, adds the answers, and undo takes both back', async () => {
  const known = { name: 'Elisabeth Sørbø', email: 'elisabeth@example.com', notes: 'Calls late.' }
  const book = await openEnquiry([buildRecord('c1', { ...known, specialRequests: 'Quiet rooms.' })])
  await user.click(await screen.findByRole('button', { name: 'Plan the journey' }))
  await screen.findByRole('heading', { name: 'The editor' })
  expect(await book.journeys.list('')).toMatchObject([{ clients: [{ id: 'c1' }], dayCount: 10 }])
  const readFields = async () => (await book.clients.get('c1'))?.client
  expect(await readFields()).toMatchObject({
    specialRequests: 'Allergies: Shellfish\nQuiet rooms.',
    notes: expect.stringMatching(/^Calls late\.\n\nAllergies: Shellfish\nNationality: Norwegian\n/),
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'Plan the journey' })
  expect(await book.journeys.list('')).toEqual([])
  expect(await readFields()).toMatchObject({
    notes: 'Calls late.',
    specialRequests: 'Quiet rooms.',
  })
})

test('Special requests without room for the allergies stay as the owner wrote them; the notes have the allergies', async () => {
  const specialRequests = 'Quiet rooms. '.repeat(307)
  const known = { name: 'Elisabeth Sørbø', email: 'elisabeth@example.com', specialRequests }
  const book = await openEnquiry([buildRecord('c1', known)])
  await user.click(await screen.findByRole('button', { name: 'Plan the journey' }))
  await screen.findByRole('heading', { name: 'The editor' })
  const client = (await book.clients.get('c1'))?.client
  expect(client?.specialRequests).toBe(specialRequests)
  expect(client?.notes).toMatch(/^Allergies: Shellfish\n/)
})
