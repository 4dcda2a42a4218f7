import 'fake-indexeddb/auto'
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Answer } from '#client/data/sync/transport.ts'
import { useNewsCounts } from '#client/data/use-data.ts'
import { useAllBookings } from '#client/desk/queries/use-all-bookings.ts'
import { useForms } from '#client/desk/queries/use-forms.ts'
import { useSales } from '#client/desk/queries/use-sales.ts'
import { markSubmission } from '#client/desk/queries/use-submissions.ts'
import { summarizeSales } from '#shared/sales/sales-summary.ts'
import type { FormGroup } from '#shared/submissions/api.ts'
import { completeMarks } from '#shared/submissions/marks.ts'
import type { PullAnswer } from '#shared/sync/protocol.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { buildBookingChange, buildDeskBooking } from '#tests/support/booking/desk-booking.ts'
import { type StubAnswers, stubServer } from '#tests/support/components/stub-server.ts'
import { dataClientStub, provideOpenData } from '#tests/support/data/data-client-stub.ts'
import { DataDevice } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { TODAY } from '#tests/support/server/site.ts'

vi.mock('#client/data/data-client.ts', async () => {
  const { dataClientStub } = await import('#tests/support/data/data-client-stub.ts')
  return dataClientStub
})

setUpOwnerDevice()

const first = buildDeskBooking()
const second = buildDeskBooking({ id: 'c2Vjb25kLWJvb2tpbmctMQ', clientName: 'Kenji Arai' })

const PERIOD = { from: '2026-01-01', to: '2026-12-31' }

function buildSubmission(id: number, readAt: number | null): FormGroup['submissions'][number] {
  const created_at = new Date(TODAY - id).toISOString()
  return {
    id,
    created_at,
    ...completeMarks({ readAt }),
    booking_id: null,
    data: { message: `Message ${id}` },
  }
}

/** The server has read the second of two messages. */
const groups: FormGroup[] = (['booking', 'contact', 'inquiry'] as const).map((name) => {
  const submissions =
    name === 'contact' ? [buildSubmission(2, TODAY), buildSubmission(1, null)] : []
  return { name, timeZone: 'Europe/Oslo', total: submissions.length, submissions }
})

const submissionChanges = [1, 2].map((id): ReadOnlyChange => {
  const { created_at, booking_id, data } = buildSubmission(id, null)
  return {
    ...{ coll: 'submission', id: String(id), seq: 10 + id },
    data: { form: 'contact', created_at, booking_id, data },
  }
})

const sales = {
  ...summarizeSales({ sales: [], pendingRefunds: [] }, PERIOD),
  ...{ currency: 'nok', timeZone: 'Europe/Oslo', today: '2026-11-24', demo: false },
}

const answers: StubAnswers = {
  'get-bookings': () => [200, [first, second]],
  'get-forms': () => [200, groups],
  'get-sales': () => [200, { ...sales, totalRevenue: 4200 }],
}

/** What each rendering has shown. */
function Screen({ shown }: { shown: Set<string> }) {
  const bookings = useAllBookings()
  const forms = useForms()
  const { data } = useSales(PERIOD, '2026-11-24')
  const messages = forms.data?.find(({ name }) => name === 'contact')?.submissions
  const lines = [
    `list: ${bookings.state}`,
    `bookings: ${bookings.data?.map(({ clientName }) => clientName).sort()}`,
    `messages: ${messages?.map(({ id, readAt }) => `${id} ${readAt === null ? 'new' : 'read'}`)}`,
    `unread: ${useNewsCounts().forms.contact}`,
    `revenue: ${data?.totalRevenue}`,
  ]
  for (const line of lines) shown.add(line)
  return <p>{lines.join('; ')}</p>
}

/** Opens the desk on a new device that has one page of its first sync; the next one is sent by `finish`. */
async function openNewDevice() {
  const device = new DataDevice()
  await device.storeReadOnly([buildBookingChange(first), ...submissionChanges])
  let answerPull: (answer: Answer) => void = () => undefined
  const pulled = new Promise<Answer>((resolve) => {
    answerPull = resolve
  })
  const book = device.openTab(() => pulled)
  await provideOpenData(book)
  const shown = new Set<string>()
  render(<Screen shown={shown} />)
  const finish = async () => {
    const readOnly = [buildBookingChange(second)]
    const body: PullAnswer = {
      ...{ epoch: 'e1', schema: 1, serverTime: new Date(TODAY).toISOString(), lastMid: 0 },
      ...{ horizon: 0, readOnly, nextCursor: 20, hasMore: false, remaining: 0 },
      changes: [
        {
          ...{ coll: 'submission-mark', id: `2-${TODAY - 2}`, rev: 1, seq: 15 },
          ...{ data: { readAt: TODAY }, createdAt: TODAY, updatedAt: TODAY },
        },
      ],
    }
    answerPull({ status: 200, body, text: JSON.stringify(body) })
    await expect.poll(() => dataClientStub.getDataSnapshot().state.syncedAt).toBe(TODAY)
  }
  return { shown, finish }
}

// What the server answers may be a part: what is missing in it is not called missing.
const SERVER_STATE =
  /list: cached; bookings: Elisabeth Vance,Kenji Arai; messages: 2 read,1 new; unread: undefined; revenue: 4200/
const DEVICE_STATE =
  /list: fresh; bookings: Elisabeth Vance,Kenji Arai; messages: 2 read,1 new; unread: 1; revenue: 0/

test('Until the first sync is complete the desk shows what the server answers, then what the device has', async () => {
  const requests = stubServer(answers)
  const { shown, finish } = await openNewDevice()
  await screen.findByText(SERVER_STATE)
  shown.clear()
  await finish()
  await screen.findByText(DEVICE_STATE)
  // On the way, nothing was missing.
  expect([...shown].sort()).toEqual([
    'bookings: Elisabeth Vance,Kenji Arai',
    'list: cached',
    'list: fresh',
    'messages: 2 read,1 new',
    'revenue: 0',
    'revenue: 4200',
    'unread: 1',
    'unread: undefined',
  ])
  const asked = requests.length
  await act(() => dataClientStub.getData().sync.run())
  expect(requests).toHaveLength(asked)
})

test('A mark that is set during the first sync is shown at once', async () => {
  stubServer(answers)
  await openNewDevice()
  await screen.findByText(SERVER_STATE)
  markSubmission(buildSubmission(1, null), { readAt: TODAY })
  await screen.findByText(/messages: 2 read,1 read;/)
})

test('Without a connection, a device whose first sync is not complete shows nothing rather than a part', async () => {
  stubServer({ 'get-bookings': () => undefined, 'get-forms': () => undefined })
  const { shown } = await openNewDevice()
  await expect.poll(() => [...shown]).toContain('unread: undefined')
  await screen.findByText(/bookings: undefined; messages: undefined/)
  expect([...shown].filter((line) => /bookings|messages/.test(line))).toEqual([
    'bookings: undefined',
    'messages: undefined',
  ])
})
