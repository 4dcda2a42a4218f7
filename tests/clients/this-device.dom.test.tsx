import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DataState } from '#client/data/store/types.ts'
import { StoredDataRow } from '#client/desk/clients/settings/this-device.tsx'

test('While the data opens again, for example under a new passphrase, no client counts as missing', () => {
  const device = { view: undefined, rename: async () => undefined }
  const opening = { phase: 'opening', clients: 0 } as DataState
  const { rerender } = render(<StoredDataRow state={opening} device={device} />)
  expect(screen.getByText('Opening the data on this device…')).toBeVisible()
  expect(screen.queryByText(/0 clients/)).not.toBeInTheDocument()
  rerender(<StoredDataRow state={{ ...opening, phase: 'ready', clients: 1 }} device={device} />)
  expect(screen.getByText('1 client on this device')).toBeVisible()
})
