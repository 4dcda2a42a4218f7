import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LeaveDialog, useLeave } from '#client/desk/shell/leave-dialog.tsx'

const here = { left: 2 }
vi.mock('#client/book/store/raw-store.ts', () => ({ countUnsent: async () => here.left }))
vi.mock('#client/book/page-book.ts', () => ({
  book: () => ({ sync: async () => undefined }),
}))
vi.mock('#client/lib/data/account-here.ts', () => ({ ownerHere: () => ({ userId: 'u1' }) }))

let online = true
beforeEach(() => {
  online = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function become(next: boolean): void {
  online = next
  act(() => void dispatchEvent(new Event(next ? 'online' : 'offline')))
}

function Leaving() {
  const leaving = useLeave(async () => undefined)
  return (
    <>
      <button type="button" onClick={leaving.start}>
        Sign out
      </button>
      <LeaveDialog of={leaving} />
    </>
  )
}

const button = (name: string) => screen.queryByRole('button', { name, hidden: true })

describe('signing out with edits that only this device has', () => {
  it('offers no syncing without a connection, and does once there is one', async () => {
    HTMLDialogElement.prototype.showModal ??= function open(this: HTMLDialogElement) {
      this.open = true
    }
    render(<Leaving />)
    become(false)
    await act(async () => button('Sign out')?.click())
    expect(await screen.findByText(/only on this device/)).toBeTruthy()
    expect(button('Sync now')).toBeNull()
    expect(button('Sync when online')?.getAttribute('aria-disabled')).toBe('true')
    become(true)
    expect(button('Sync now')).toBeTruthy()
    await act(async () => button('Sync now')?.click())
    expect(await screen.findByText(/could not be synced/)).toBeTruthy()
    become(false)
    become(true)
    expect(screen.queryByText(/could not be synced/)).toBeNull()
  })
})
