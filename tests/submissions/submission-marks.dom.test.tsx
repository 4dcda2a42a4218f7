import 'fake-indexeddb/auto'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { FormsPage } from '#client/desk/forms/forms-page.tsx'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { openDataInPage } from '#tests/support/data-client-stub.ts'
import { setUpOwnerDevice } from '#tests/support/owner-store.ts'
import { TODAY } from '#tests/support/site.ts'
import { stubServer } from '#tests/support/stub-server.ts'

vi.mock('#client/data/data-client.ts', async () => {
  const { dataClientStub } = await import('#tests/support/data-client-stub.ts')
  return dataClientStub
})

setUpOwnerDevice()

const messages = ['Ada Moe', 'Kenji Arai', 'Prize Office'].map((name, index): ReadOnlyChange => {
  const [first_name = '', last_name = ''] = name.split(' ')
  return {
    ...{ coll: 'submission', id: String(index + 1), seq: index + 1 },
    data: {
      ...{ form: 'contact', created_at: new Date(TODAY).toISOString(), booking_id: null },
      data: { first_name, last_name, message: `Message of ${name}` },
    },
  }
})

const Nothing = () => null

/** Opens the messages on a device whose server does not answer; the message of this id is open. */
async function openMessages(id: string) {
  stubServer({})
  const data = await openDataInPage([], [], messages)
  render(
    <MemoryRouter initialEntries={[`/admin/forms/contact/${id}`]}>
      <Routes>
        <Route
          path="/admin/forms/:form/:id"
          element={<FormsPage SignIn={Nothing} Newsletter={Nothing} ClientLink={Nothing} />}
        />
      </Routes>
    </MemoryRouter>,
  )
  const article = await screen.findByRole('article')
  return { data, article: within(article) }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const listNames = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href')?.startsWith('/admin/forms/contact/'))
    .map((link) => link.querySelector('b')?.textContent)

test('A message is marked as answered by hand, which its row says, and this can be taken back', async () => {
  const { data, article } = await openMessages('1')
  await screen.findByText('3 submissions, 2 unread')
  press('Mark as answered')
  await article.findByText(/^Answered .* at \d\d:\d\d$/)
  expect(screen.getByRole('link', { name: /Ada Moe.*Answered\. *Message of Ada Moe/ })).toBeTruthy()
  // Reading is no longer the question.
  expect(screen.queryByRole('button', { name: 'Mark as unread' })).toBeNull()
  expect(await data.sync.getState()).toMatchObject({ pending: 1 })
  press('Not answered after all')
  await screen.findByRole('button', { name: 'Mark as unread' })
  expect(article.queryByText(/^Answered/)).toBeNull()
})

test('A message that is put aside is not listed with the others, is found by a search, and comes back', async () => {
  const { article } = await openMessages('3')
  await screen.findByText('3 submissions, 2 unread')
  expect(screen.queryByRole('radio', { name: 'Put aside' })).toBeNull()
  press('Put aside')
  await article.findByText(/^Put aside .* at \d\d:\d\d$/)
  await screen.findByText('3 submissions, 2 unread, 1 put aside')
  expect(listNames()).toEqual(['Unread: Kenji Arai', 'Unread: Ada Moe'])
  fireEvent.click(screen.getByRole('radio', { name: 'Put aside' }))
  expect(listNames()).toEqual(['Prize Office'])
  fireEvent.click(screen.getByRole('radio', { name: 'In the list' }))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'prize' } })
  expect(listNames()).toEqual(['Prize Office'])
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } })
  press('Take back into the list')
  await screen.findByText('3 submissions, 2 unread')
  expect(listNames()).toEqual(['Prize Office', 'Unread: Kenji Arai', 'Unread: Ada Moe'])
})

test('The count of new messages leaves out those that are answered or put aside without being read', async () => {
  const { data } = await openMessages('1')
  const counts = async () => (await data.records.countNews())?.forms
  await expect.poll(counts).toEqual({ contact: 2 })
  for (const [id, set] of [
    ['2', { answeredAt: TODAY }],
    ['3', { putAsideAt: TODAY }],
  ] as const) {
    const record = { coll: 'submission-mark', id: `${id}-${TODAY}` } as const
    await data.records.edit([{ ...record, op: 'set', base: {}, set }])
  }
  expect(await counts()).toEqual({})
})
