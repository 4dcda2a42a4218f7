import 'fake-indexeddb/auto'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OtherDevices } from '#client/desk/clients/settings/other-devices.tsx'
import type { Device } from '#shared/sync/devices.ts'
import { answerWith } from '#tests/support/answers.ts'
import { giveDialogs } from '#tests/support/dialogs.ts'
import { eachOnOwnersDevice } from '#tests/support/owners-store.ts'

eachOnOwnersDevice()

beforeEach(giveDialogs)

afterEach(() => {
  vi.unstubAllGlobals()
})

const lastSeen = new Date().toISOString()
const laptop: Device = { id: 'laptop', name: 'Astrid’s laptop', lastSeen, lastMid: 3 }

async function pressRemove(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: /Astrid’s laptop$/ }))
  const dialog = screen.getByRole('dialog', { hidden: true })
  fireEvent.click(within(dialog).getByText('Remove device'))
  return dialog
}

it('a device that could not be removed is not taken for one that was: the question stays and says so', async () => {
  let answer: [number, unknown] = [403, { code: 'later', error: 'Failed to remove this device' }]
  let devices = [laptop]
  answerWith({
    'get-devices': () => [200, devices],
    'revoke-device': () => answer,
  })
  render(<OtherDevices here="here" known />)
  const dialog = await pressRemove()
  const alert = await within(dialog).findByText('Failed to remove this device')
  expect(dialog.hasAttribute('open')).toBe(true)
  expect(screen.getByText('Astrid’s laptop', { selector: 'b' })).toBeTruthy()

  answer = [200, []]
  devices = []
  fireEvent.click(within(dialog).getByText('Remove device'))
  expect(await screen.findByText('No other devices.')).toBeTruthy()
  expect(dialog.hasAttribute('open')).toBe(false)
  expect(alert.isConnected).toBe(false)
})
