import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ImportBox } from '#client/desk/clients/import/import-box.tsx'
import { useImport } from '#client/desk/clients/import/use-import.ts'
import { type ImportReport, importOutcomes } from '#shared/clients/imports.ts'
import { user } from '#tests/support/components/user.ts'
import { DAY } from '#tests/support/sync/sync-transports.ts'

const counts = Object.fromEntries(
  importOutcomes.map((outcome) => [outcome, 0]),
) as ImportReport['counts']
const report: ImportReport = {
  ...{ at: 0, file: 'csv', unreadable: 0, differing: 0 },
  counts: { ...counts, added: 2 },
}

const here = vi.hoisted(() => ({
  state: { clockSkew: 0, syncedAt: 1 as number | undefined },
  records: new Map<string, object>(),
  undo: vi.fn(),
}))

vi.mock('#client/data/data-client.ts', () => ({ getData: () => ({ files: here }) }))
vi.mock('#client/data/use-data.ts', () => ({ useDataState: () => here.state }))
vi.mock('#client/desk/queries/use-records.ts', () => ({ useRecordsSoFar: () => here.records }))

beforeEach(() => {
  here.state = { clockSkew: 0, syncedAt: 1 }
  here.undo.mockReset()
})

function showImport(given: Partial<ImportReport>, undone: object | null = null) {
  here.records = new Map([['one', { report: { ...report, ...given }, undone }]])
  const Page = () => <ImportBox importing={useImport()} />
  render(<Page />)
}

const findButton = () => screen.queryByRole('button', { name: /^Undo import ?of / })

it.each([-40, 40])(
  'An import of today is listed on a device whose clock is %i days off',
  (days) => {
    here.state.clockSkew = days * DAY
    showImport({ at: Date.now() + days * DAY })
    expect(findButton()).toBeVisible()
  },
)

it('An import is not listed once it can no longer be undone', () => {
  showImport({ at: Date.now() - 31 * DAY })
  expect(findButton()).not.toBeInTheDocument()
})

it('Until the first sync of a device is complete, it offers no undo of an import and says why', () => {
  here.state.syncedAt = undefined
  showImport({ at: Date.now() })
  expect(findButton()).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByText(/once the first sync of this device is complete/)).toBeVisible()
})

it('A refused undo says why, and the import stays', async () => {
  here.undo.mockResolvedValue({ refused: 'first sync' })
  showImport({ at: Date.now() })
  const button = findButton()
  if (button) await user.click(button)
  await user.click(screen.getByRole('button', { name: 'Undo import' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('once the first sync of this device is complete')
  expect(findButton()).toBeVisible()
})

it('An undo says how many clients were kept, and why', () => {
  showImport({ at: Date.now() }, { deleted: 4, restored: 1, changed: 2, shared: 1 })
  const text =
    'Undone: 4 clients deleted, 1 as before. 2 clients were kept because of a change, a journey or something unfinished since then. 1 client was kept because of another import.'
  expect(screen.getByText(text)).toBeVisible()
  expect(findButton()).not.toBeInTheDocument()
})
