import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SignOutDialog, useSignOut } from '#client/desk/shell/sign-out-dialog.tsx'

let unsynced = { changes: 2, documents: 1, drafts: 0 }
vi.mock('#client/data/raw-store.ts', () => ({ countUnsynced: async () => unsynced }))
let snapshot = { version: 1, state: { pending: 2, sync: 'offline' } }
const listeners = new Set<() => void>()
vi.mock('#client/data/data-client.ts', () => ({
  getData: () => ({ sync: { run: async () => undefined } }),
  getDataSnapshot: () => snapshot,
  subscribeToData: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}))
vi.mock('#client/lib/data/stored-account.ts', () => ({ getStoredOwner: () => ({ userId: 'u1' }) }))

let online = true
beforeEach(() => {
  online = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
})

function setOnline(next: boolean): void {
  online = next
  act(() => void dispatchEvent(new Event(next ? 'online' : 'offline')))
}

function TestSignOut() {
  const leaving = useSignOut(async () => undefined)
  return (
    <>
      <button type="button" onClick={leaving.signOutOrConfirm}>
        Sign out
      </button>
      <SignOutDialog of={leaving} />
    </>
  )
}

const queryButton = (name: string) => screen.queryByRole('button', { name, hidden: true })

describe('Signing out with edits that only this device has', () => {
  it('offers to sync only while there is a connection', async () => {
    HTMLDialogElement.prototype.showModal ??= function open(this: HTMLDialogElement) {
      this.open = true
    }
    render(<TestSignOut />)
    setOnline(false)
    await act(async () => queryButton('Sign out')?.click())
    expect(
      await screen.findByText('2 changes and 1 document are only on this device'),
    ).toBeVisible()
    expect(screen.getByText(/A downloaded copy has no documents in it/)).toBeVisible()
    expect(queryButton('Sync now')).not.toBeInTheDocument()
    expect(queryButton('Sync when online')).toHaveAttribute('aria-disabled', 'true')
    setOnline(true)
    expect(queryButton('Sync now')).toBeVisible()
    await act(async () => queryButton('Sync now')?.click())
    expect(await screen.findByText(/could not be synced/)).toBeVisible()
    setOnline(false)
    setOnline(true)
    expect(screen.queryByText(/could not be synced/)).not.toBeInTheDocument()
  })

  it('says so once a sync has sent them while the question is open', async () => {
    unsynced = { changes: 2, documents: 0, drafts: 0 }
    render(<TestSignOut />)
    await act(async () => queryButton('Sign out')?.click())
    expect(await screen.findByText('2 changes are only on this device')).toBeVisible()
    unsynced = { changes: 0, documents: 0, drafts: 0 }
    snapshot = { version: 2, state: { pending: 0, sync: 'idle' } }
    act(() => {
      for (const listener of listeners) listener()
    })
    expect(await screen.findByText(/All changes are synced, so nothing is lost/)).toBeVisible()
    expect(screen.queryByText(/only on this device/)).not.toBeInTheDocument()
  })

  it('asks about unsaved drafts, which are never synced', async () => {
    unsynced = { changes: 0, documents: 0, drafts: 1 }
    render(<TestSignOut />)
    await act(async () => queryButton('Sign out')?.click())
    expect(await screen.findByText('1 draft is only on this device')).toBeVisible()
    expect(screen.getByText(/Drafts were never saved/)).toBeVisible()
    expect(queryButton('Sync now')).not.toBeInTheDocument()
    expect(queryButton('Discard 1 draft')).toBeVisible()
  })
})
