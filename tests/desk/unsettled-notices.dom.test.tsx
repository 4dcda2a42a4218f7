import 'fake-indexeddb/auto'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { UnsettledNotices } from '#client/desk/records/unsettled-notices.tsx'
import { user } from '#tests/support/components/user.ts'
import { dataClientStub, provideOpenData } from '#tests/support/data/data-client-stub.ts'
import { DataDevice } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'

vi.mock('#client/data/data-client.ts', async () => {
  const { dataClientStub } = await import('#tests/support/data/data-client-stub.ts')
  return dataClientStub
})

setUpOwnerDevice()

const closed = { enabled: false, timeSlots: [] }
const open = { enabled: true, timeSlots: [{ start: '09:00', end: '17:00' }] }

/** A device on which Friday was changed twice, and the server rejected an edit of Monday. */
async function renderNotices() {
  const device = new DataDevice()
  const row = { coll: 'schedule', rev: 2, seq: 7, createdAt: 1, updatedAt: 2 } as const
  const by = { deviceId: 'd1', deviceName: 'Laptop', at: '2026-11-21T11:00:00Z', rev: 2 }
  const conflict = { cid: 'd1:4:day', kind: 'field', field: 'day', value: open, ...by } as const
  await device.storeRows([
    { ...row, id: 'day-5', data: { day: closed }, conflicts: [conflict] },
    { ...row, id: 'day-1', data: { day: open } },
  ])
  const db = device.openDatabase()
  const target = { coll: 'schedule', id: 'day-1', baseEpoch: '', baseRev: 2 } as const
  await db.rejected.put({
    n: 9,
    key: 'schedule/day-1',
    intent: { op: 'patch', ...target, base: { day: open }, set: { day: closed }, at: '' },
    at: '',
    reason: 'Please check the highlighted fields.',
    fieldErrors: {},
  })
  db.close()
  await provideOpenData(device.openTab())
  render(<UnsettledNotices coll="schedule" />)
  return dataClientStub.getData()
}

const press = (name: string) => user.click(screen.getByRole('button', { name }))

test('A page shows what was changed on two devices, and the notice goes once the owner has chosen', async () => {
  const data = await renderNotices()
  await user.click(await screen.findByRole('button', { name: 'Review' }))
  await user.click(await screen.findByRole('radio', { name: /Laptop/ }))
  await press('Save this version')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Review' })).toBeNull())
  expect(await data.queries.listUnsettled('schedule')).toMatchObject({ disputed: [] })
  expect((await data.records.list('schedule', undefined)).rows).toContainEqual({
    id: 'day-5',
    data: { day: open },
  })
})

test('A page shows a rejected edit with what was typed, which can be sent again', async () => {
  const data = await renderNotices()
  await screen.findByText('The server rejected a change to Calendar Settings')
  expect(screen.getByText('Monday').closest('div')?.textContent).toContain('Not available')
  await press('Send it again')
  await waitFor(() => expect(screen.queryByText(/^The server rejected/)).toBeNull())
  expect(await data.queries.listUnsettled('schedule')).toMatchObject({ rejected: [] })
  expect(await data.records.listPending(5)).toMatchObject([{ id: 'day-1', fields: ['day'] }])
})

test('A rejected edit of a page can be discarded', async () => {
  const data = await renderNotices()
  await screen.findByText('The server rejected a change to Calendar Settings')
  await press('Discard this edit')
  await waitFor(() => expect(screen.queryByText(/^The server rejected/)).toBeNull())
  expect(await data.records.listPending(5)).toEqual([])
})
