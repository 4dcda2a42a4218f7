import 'fake-indexeddb/auto'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { NewsletterList } from '#client/desk/forms/newsletter-list.tsx'
import {
  type StubAnswer,
  type StubAnswers,
  stubServer,
} from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'

const buildReader = (email: string) => ({
  id: email.replace(/\W/g, '').padEnd(22, '0').slice(0, 22),
  email,
  state: 'subscribed',
  source: 'contact',
  wording: 'Send me the seasonal letter.',
  version: '2026-01-01',
  requestedAt: '2026-11-20T10:00:00.000Z',
  confirmedAt: '2026-11-20T10:05:00.000Z',
  withdrawnAt: null,
})

const answerWith = (...emails: string[]): StubAnswer => [
  200,
  { timeZone: 'Europe/Oslo', readers: emails.map(buildReader) },
]

setUpOwnerDevice()

function openList(answers: StubAnswers) {
  const requests = stubServer(answers)
  render(
    <MemoryRouter>
      <NewsletterList SignIn={() => null} />
    </MemoryRouter>,
  )
  return requests
}

const queryEmptyTitle = () => screen.queryByText('No subscribers yet')

it('The newsletter list says that it is empty only once the server has answered so', async () => {
  let answer = (_: StubAnswer) => {}
  const requests = openList({
    'get-newsletter': () =>
      new Promise<StubAnswer>((resolve) => {
        answer = resolve
      }),
  })
  await waitFor(() => expect(requests.map(({ name }) => name)).toContain('get-newsletter'))
  expect(queryEmptyTitle()).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('')
  await act(async () => answer(answerWith()))
  expect(await screen.findByText('No subscribers yet')).toBeVisible()
  expect(screen.getByRole('status').textContent).toBe('0 addresses on the list')
})

it('A newsletter list that cannot be loaded is not shown as empty', async () => {
  openList({ 'get-newsletter': () => [500, { code: 'failed', error: 'No' }] })
  expect(await screen.findByText('Failed to load the newsletter list')).toBeVisible()
  expect(queryEmptyTitle()).toBeNull()
})

it('A search of the newsletter list ignores case, and says so if nothing matches', async () => {
  openList({ 'get-newsletter': () => answerWith('Clara@Example.com', 'ole@example.com') })
  await screen.findByRole('row', { name: /Clara@/ })
  const search = (value: string) => fillField(screen.getByRole('searchbox'), value)
  await search('CLARA')
  expect(screen.getByRole('row', { name: /Clara@/ })).toBeVisible()
  expect(screen.queryByRole('row', { name: /ole@/ })).not.toBeInTheDocument()
  await search('nobody')
  expect(screen.getByText('No addresses found')).toBeVisible()
  expect(queryEmptyTitle()).toBeNull()
})

it('A failure to unsubscribe one address is not shown when another is about to be unsubscribed', async () => {
  openList({
    'get-newsletter': () => answerWith('clara@example.com', 'ole@example.com'),
    'unsubscribe-reader': () => [500, { code: 'failed', error: 'No' }],
  })
  const openDialog = async (email: string) => {
    const row = await screen.findByRole('row', { name: new RegExp(email) })
    await user.click(within(row).getByRole('button', { name: /Unsubscribe/ }))
    return screen.findByRole('dialog')
  }
  const dialog = await openDialog('clara')
  await user.click(within(dialog).getByRole('button', { name: 'Unsubscribe' }))
  const failure = 'Failed to unsubscribe this address'
  expect(await screen.findByText(failure)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await openDialog('ole')
  expect(screen.queryByText(failure)).not.toBeInTheDocument()
})
