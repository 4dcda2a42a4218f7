import 'fake-indexeddb/auto'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { AttentionBox } from '#client/desk/dashboard/attention-box.tsx'
import { emptyFeedRecord, type FeedNoteView, toFeedView } from '#shared/schedule/feed-api.ts'
import { type StubAnswers, stubServer } from '#tests/support/components/stub-server.ts'
import { user } from '#tests/support/components/user.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { buildQuietDashboard, quietAttention } from '#tests/support/desk/dashboard.ts'

vi.mock(
  '#client/data/data-client.ts',
  async () => (await import('#tests/support/data/data-client-stub.ts')).dataClientStub,
)

setUpOwnerDevice()

const choir: FeedNoteView = {
  key: 'repeats:1',
  kind: 'repeats',
  title: 'Choir',
  start: '2026-12-01T10:00',
  count: 1,
  isSeen: false,
  needsApproval: true,
}

interface Questions {
  notes?: FeedNoteView[]
  isSuddenlyEmpty?: boolean
}

function show({ notes = [], isSuddenlyEmpty = false }: Questions, answers: StubAnswers = {}) {
  const requests = stubServer(answers)
  const reload = vi.fn()
  const record = { ...emptyFeedRecord, notes, isEmptyQuestionOpen: isSuddenlyEmpty }
  render(
    <MemoryRouter>
      <AttentionBox
        dashboard={buildQuietDashboard()}
        {...quietAttention}
        feed={toFeedView(record, Date.now())}
        desk={{ refusal: undefined, reload }}
      />
    </MemoryRouter>,
  )
  return { requests, reload }
}

const findItem = async (title: string) =>
  within((await screen.findByText(title)).closest('li') as HTMLElement)

test('An entry that is not understood is named with its start and what it means for bookings, until the owner has seen it', async () => {
  const { requests, reload } = show(
    { notes: [choir] },
    { 'mark-calendar-notes-seen': () => [200, {}] },
  )
  const item = await findItem('An entry of your calendar is not understood')
  expect(item.getByText(/^“Choir”, 1 December 2026 at 10:00: how it repeats/)).toBeVisible()
  expect(item.getByText(/new bookings that it may affect need your approval/)).toBeVisible()
  expect(screen.getByText('1 item')).toBeVisible()
  await user.click(item.getByText('I have seen it'))
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
  expect(requests.at(-1)).toMatchObject({
    name: 'mark-calendar-notes-seen',
    body: { keys: ['repeats:1'] },
  })
})

test('Many notes are counted, the first three are written out, and all are marked as seen', async () => {
  const kinds = ['start', 'end', 'exceptions', 'zone', 'more'] as const
  const notes = kinds.map((kind, index): FeedNoteView => {
    const count = kind === 'more' ? 40 : 1
    return { ...choir, key: kind, kind, title: '', start: null, count, needsApproval: index < 2 }
  })
  const { requests } = show({ notes })
  const item = await findItem('43 entries of your calendar are not understood')
  expect(item.getAllByText(/^An entry without a title: /)).toHaveLength(3)
  expect(item.getByText('And 41 more.')).toBeVisible()
  await user.click(item.getByText('I have seen it'))
  await vi.waitFor(() => expect(requests.at(-1)).toMatchObject({ body: { keys: [...kinds] } }))
  expect(await item.findByText('Not found')).toBeVisible()
})

test('Hours of availability that are not read are said, and bookings need approval', async () => {
  show({ notes: [{ ...choir, kind: 'availability', title: 'Office', start: null }] })
  const item = await findItem('An entry of your calendar is not understood')
  expect(item.getByText(/^Your calendar says when you are available \(“Office”\)/)).toBeVisible()
  expect(item.getByText(/new bookings that it may affect need your approval/)).toBeVisible()
})

test('A time zone that is not known is said, and asks nothing of bookings', async () => {
  const zone = { ...choir, kind: 'zone' as const, title: 'Custom', count: 3, needsApproval: false }
  show({ notes: [zone] })
  const item = await findItem('Your calendar names a time zone that is not known')
  expect(item.getByText(/“Custom” is not known, so 3 entries that name it are read/)).toBeVisible()
  expect(item.queryByText(/approval/)).not.toBeInTheDocument()
})

test('About a calendar that is suddenly empty the owner is asked whether it really is', async () => {
  for (const [press, isReallyEmpty] of [
    ['It is empty', true],
    ['Keep the last times', false],
  ] as const) {
    const { requests } = show(
      { isSuddenlyEmpty: true },
      { 'answer-empty-calendar': () => [200, {}] },
    )
    const [item] = (await screen.findAllByText(press)).slice(-1)
    if (item) await user.click(item)
    await vi.waitFor(() => expect(requests.at(-1)).toMatchObject({ body: { isReallyEmpty } }))
  }
})
