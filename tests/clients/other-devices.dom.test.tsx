import 'fake-indexeddb/auto'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OtherDevices } from '#client/desk/clients/settings/other-devices.tsx'
import type { Device } from '#shared/sync/devices.ts'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { user } from '#tests/support/components/user.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'

setUpOwnerDevice()

const lastSeen = new Date().toISOString()
const laptop: Device = { id: 'laptop', name: 'Astrid’s laptop', lastSeen, lastMid: 3 }

async function pressRemove(): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: /Astrid’s laptop$/ }))
  const dialog = screen.getByRole('dialog', { hidden: true })
  await user.click(within(dialog).getByText('Remove device'))
  return dialog
}

it('A device that could not be removed stays listed, and the dialog stays open with the error', async () => {
  let answer: [number, unknown] = [403, { code: 'later', error: 'Failed to remove this device' }]
  let devices = [laptop]
  stubServer({
    'get-devices': () => [200, devices],
    'revoke-device': () => answer,
  })
  render(<OtherDevices deviceId="here" isDeviceKnown />)
  const dialog = await pressRemove()
  const alert = await within(dialog).findByText('Failed to remove this device')
  expect(dialog.hasAttribute('open')).toBe(true)
  expect(screen.getByText('Astrid’s laptop', { selector: 'b' })).toBeVisible()

  answer = [200, []]
  devices = []
  await user.click(within(dialog).getByText('Remove device'))
  expect(await screen.findByText('No other devices.')).toBeVisible()
  expect(dialog.hasAttribute('open')).toBe(false)
  expect(alert.isConnected).toBe(false)
})

it('Without a connection, the last known list says from when it is', async () => {
  let answer: [number, unknown] | undefined = [200, [laptop]]
  stubServer({ 'get-devices': () => answer })
  const { unmount } = render(<OtherDevices deviceId="here" isDeviceKnown />)
  await screen.findByText('Astrid’s laptop', { selector: 'b' })
  expect(screen.queryByText(/^As of/)).not.toBeInTheDocument()
  unmount()
  answer = undefined
  render(<OtherDevices deviceId="here" isDeviceKnown />)
  await screen.findByText('Astrid’s laptop', { selector: 'b' })
  expect(await screen.findByText(/^As of/)).toBeVisible()
})
