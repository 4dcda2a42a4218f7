import { expect, it } from 'vitest'
import { countOf, heldRows } from '#client/desk/settings/privacy/person-words.ts'

const kept = { receipt: 'Receipt 7', issuedAt: '2026-05-12T10:00:00.000Z', until: '2032-01-01' }
const holdings = {
  email: 'elisabeth@example.com',
  bookings: 2,
  submissions: 3,
  mails: 6,
  newsletterConsents: 1,
  accounts: 1,
  clients: 1,
  clientIds: ['her'],
  receipts: 3,
  since: { bookings: '2026-05-12T10:00:00.000Z' },
  kept: [kept],
  obstacle: null,
}
const here = [
  { kind: 'edit', at: '2026-11-24T07:41:00.000Z', typed: {} },
  { kind: 'edit', at: '2026-11-23T07:41:00.000Z', typed: {} },
  { kind: 'draft', at: '', typed: {} },
] as const

it('lists as much about a person as it counts, what the law keeps and what waits here included', () => {
  const rows = heldRows(holdings, here)
  const listed = rows.map(({ what, kept }) => (kept ? 1 : Number.parseInt(what, 10)))
  expect(listed.reduce((sum, number) => sum + number)).toBe(countOf(holdings, here))
  expect(rows.slice(-3)).toMatchObject([
    { what: '2 receipts', fate: 'Erased' },
    { fate: 'Kept until 31 December 2031' },
    {
      what: '3 changes waiting on this device',
      detail: '2 not sent yet, 1 started and not saved',
      since: '23 Nov 2026',
      fate: 'Erased on this device',
    },
  ])
})
