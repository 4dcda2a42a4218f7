import 'fake-indexeddb/auto'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { FormsPage } from '#client/desk/forms/forms-page.tsx'
import { UndoNotice } from '#client/desk/records/data-notices.tsx'
import { Announcer } from '#client/ui/announcer.tsx'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import { openDataInPage } from '#tests/support/data/data-client-stub.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { TODAY } from '#tests/support/server/site.ts'

vi.mock('#client/data/data-client.ts', async () => {
  const { dataClientStub } = await import('#tests/support/data/data-client-stub.ts')
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

const Address = () => <output>{useLocation().search}</output>

/** Opens the messages on a device whose server does not answer; `address`: the id of the one that is open. */
async function openMessages(address: string) {
  stubServer({})
  const data = await openDataInPage([], [], messages)
  render(
    <MemoryRouter initialEntries={[`/admin/forms/contact/${address}`]}>
      <Routes>
        <Route
          path="/admin/forms/:form/:id"
          element={<FormsPage SignIn={Nothing} Newsletter={Nothing} ClientLink={Nothing} />}
        />
      </Routes>
      <UndoNotice />
      <Announcer />
      <Address />
    </MemoryRouter>,
  )
  const article = await screen.findByRole('article')
  return { data, article: within(article) }
}

const press = (name: string) => user.click(screen.getByRole('button', { name }))
const listFilters = () =>
  screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)
const listNames = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href')?.startsWith('/admin/forms/contact/'))
    .map((link) => link.querySelector('b')?.textContent)

test('A message is marked as answered by hand, which its row says, and this can be taken back', async () => {
  const { data, article } = await openMessages('1')
  await screen.findByText('3 submissions, 3 to answer')
  await press('Mark as answered')
  await article.findByText(/^Answered .* at \d\d:\d\d$/)
  expect(
    screen.getByRole('link', { name: /Ada Moe.*Answered\. *Message of Ada Moe/ }),
  ).toBeVisible()
  // Reading is no longer the question.
  expect(screen.queryByRole('button', { name: 'Mark as unread' })).not.toBeInTheDocument()
  expect(await data.sync.getState()).toMatchObject({ pending: 1 })
  expect(screen.getByText('3 submissions, 2 to answer')).toBeVisible()
  await press('Not answered after all')
  expect(screen.getByText('No longer marked as answered.')).toBeVisible()
  await screen.findByRole('button', { name: 'Mark as unread' })
  expect(article.queryByText(/^Answered/)).not.toBeInTheDocument()
})

test('Replying marks a message as answered, which can be undone: the mail may never be sent', async () => {
  const { article } = await openMessages('1')
  await screen.findByText('3 submissions, 3 to answer')
  const reply = screen.getByRole('link', { name: 'Reply by email' })
  // jsdom opens no mail program.
  reply.addEventListener('click', (event) => event.preventDefault())
  await user.click(reply)
  await article.findByText(/^Answered .* at \d\d:\d\d$/)
  await screen.findByText('3 submissions, 2 to answer')
  const notice = within(screen.getByRole('region', { name: 'Undo' }))
  expect(notice.getByText('The message of Ada Moe is marked as answered.')).toBeVisible()
  await user.click(notice.getByRole('button', { name: 'Undo' }))
  await screen.findByText('3 submissions, 3 to answer')
  expect(article.queryByText(/^Answered/)).not.toBeInTheDocument()
})

test('A message that is put aside is not listed with the others, is found by a search, and comes back', async () => {
  const { article } = await openMessages('3')
  await screen.findByText('3 submissions, 3 to answer')
  expect(listFilters()).toEqual(['All 3', 'To answer 3', 'Put aside 0'])
  await press('Put aside')
  await article.findByText(/^Put aside .* at \d\d:\d\d$/)
  await screen.findByText('2 submissions, 2 to answer')
  expect(listFilters()).toEqual(['All 2', 'To answer 2', 'Put aside 1'])
  expect(listNames()).toEqual(['Unread: Kenji Arai', 'Unread: Ada Moe'])
  await user.click(screen.getByRole('radio', { name: /^Put aside/ }))
  expect(listNames()).toEqual(['Prize Office'])
  await user.click(screen.getByRole('radio', { name: /^All/ }))
  await fillField(screen.getByRole('searchbox'), 'prize')
  expect(listNames()).toEqual(['Prize Office'])
  await fillField(screen.getByRole('searchbox'), '')
  await press('Take back into the list')
  expect(screen.getByText('No longer put aside.')).toBeVisible()
  await screen.findByText('3 submissions, 3 to answer')
  expect(listNames()).toEqual(['Prize Office', 'Unread: Kenji Arai', 'Unread: Ada Moe'])
})

test('The filter shows what still waits for an answer, is kept in the address, and says how many it shows', async () => {
  await openMessages('2?show=to-answer')
  const count = await screen.findByText('3 submissions to answer')
  expect(count).toHaveAttribute('role', 'status')
  await press('Mark as answered')
  await screen.findByText('2 submissions to answer')
  expect(listNames()).toEqual(['Unread: Prize Office', 'Unread: Ada Moe'])
  await user.click(screen.getByRole('link', { name: /Ada Moe/ }))
  await screen.findByRole('article', { name: 'Ada Moe' })
  expect(screen.getByText('?show=to-answer')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: /^All/ }))
  expect(screen.getByText('3 submissions, 2 to answer')).toBeVisible()
  await expect.poll(listNames).toEqual(['Unread: Prize Office', 'Kenji Arai', 'Ada Moe'])
  expect(screen.queryByText('?show=to-answer')).not.toBeInTheDocument()
})

test('A message that is answered and put aside says both in its row', async () => {
  await openMessages('1')
  await screen.findByText('3 submissions, 3 to answer')
  await press('Mark as answered')
  await screen.findByText('3 submissions, 2 to answer')
  await press('Put aside')
  await screen.findByText('2 submissions, 2 to answer')
  await user.click(screen.getByRole('radio', { name: /^Put aside/ }))
  const row = screen.getByRole('link', { name: /Ada Moe/ })
  expect(row).toHaveTextContent('Answered. Put aside. Message of Ada Moe')
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
