import 'fake-indexeddb/auto'
import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { OnThisDevicePage } from '#client/outbox/on-this-device/on-this-device-page.tsx'
import { OutboxDatabase } from '#client/outbox/store.ts'
import { Announcer } from '#client/ui/announcer.tsx'
import { user } from '#tests/support/components/user.ts'
import { buildEntry } from '#tests/support/outbox/outbox-entries.ts'

function openPage(): void {
  render(
    <MemoryRouter>
      <OnThisDevicePage />
      <Announcer />
    </MemoryRouter>,
  )
}

/** Makes opening the database fail; with `rescue`, opening without a version still works. */
function refuseOpening(except: 'rescue' | 'nobody'): void {
  const { open } = indexedDB
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (except === 'nobody' || version !== undefined)
      throw new DOMException('No', 'InvalidStateError')
    return open.call(indexedDB, name)
  })
}

function captureDownloads(): Blob[] {
  const copies: Blob[] = []
  URL.createObjectURL = (blob: Blob) => `blob:${copies.push(blob)}`
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  return copies
}

const pressButton = (name: string) => user.click(screen.getByRole('button', { name }))
const getAnnouncement = () => document.querySelector('[data-announcer]')?.textContent

test('If the browser can store nothing, the page explains this and says that forms work online', async () => {
  refuseOpening('nobody')
  openPage()
  await screen.findByText('This browser cannot store anything for this site.')
  expect(screen.getByText(/The forms work while you are online/)).toBeVisible()
})

test('An outbox that cannot be opened offers a copy, and is shown once it opens', async () => {
  await new OutboxDatabase().entries.put(buildEntry(Date.now()))
  refuseOpening('rescue')
  const copies = captureDownloads()
  openPage()
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be opened/)
  await pressButton('Save a copy')
  await waitFor(() => expect(getAnnouncement()).toBe('A copy is in your downloads.'))
  expect(JSON.parse((await copies[0]?.text()) ?? '{}').entries).toHaveLength(1)
  await pressButton('Try again')
  await waitFor(() => expect(getAnnouncement()).toBe('It still could not be opened.'))
  vi.restoreAllMocks()
  await pressButton('Try again')
  await screen.findByText('Waiting')
})
