import { expect, it } from 'vitest'
import {
  countItems,
  listPersonalDataRows,
} from '#client/desk/settings/privacy/personal-data-rows.ts'

const retained = { receipt: 'Receipt 7', issuedAt: '2026-05-12T10:00:00.000Z', until: '2032-01-01' }
const summary = {
  email: 'elisabeth@example.com',
  bookings: 2,
  submissions: 3,
  mails: 6,
  newsletterConsents: 1,
  accounts: 1,
  clients: 1,
  clientIds: ['her'],
  journeys: 2,
  sharedJourneys: [{ id: 'lofoten', title: 'Lofoten in June', createdAt: '2026-05-12T10:00:00Z' }],
  receipts: 3,
  oldestAt: { bookings: '2026-05-12T10:00:00.000Z' },
  retained: [retained],
  obstacle: null,
}
const unsynced = [
  { kind: 'edit', at: '2026-11-24T07:41:00.000Z', content: {} },
  { kind: 'edit', at: '2026-11-23T07:41:00.000Z', content: {} },
  { kind: 'draft', at: '', content: {} },
] as const

it('Lists as many items about a person as it counts, including those retained by law or pending on this device', () => {
  const rows = listPersonalDataRows(summary, unsynced)
  const listed = rows.map(({ label: what, retainedReason }) =>
    retainedReason ? 1 : Number.parseInt(what, 10),
  )
  expect(listed.reduce((sum, number) => sum + number)).toBe(countItems(summary, unsynced))
  expect(rows.slice(-3)).toMatchObject([
    { label: '2 receipts', erasureEffect: 'Erased' },
    { erasureEffect: 'Kept until 31 December 2031' },
    {
      label: '3 changes waiting on this device',
      detail: '2 not sent yet, 1 started and not saved',
      since: '23 Nov 2026',
      erasureEffect: 'Erased on this device',
    },
  ])
})
