import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SessionList } from '#client/account/session-list.tsx'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { user } from '#tests/support/components/user.ts'

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0.0.0 Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) Version/20.0 Safari/604.1'

it('Each session has a sign-out button that identifies it, and that ends only this session', async () => {
  const at = new Date().toISOString()
  let sessions = [
    { id: 'mine', createdAt: at, lastSeen: at, browser: WINDOWS, isCurrent: true },
    { id: 'phone', createdAt: at, lastSeen: at, browser: IPHONE, isCurrent: false },
    { id: 'work', createdAt: `${at}+`, lastSeen: at, browser: WINDOWS, isCurrent: false },
  ]
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.endsWith('end-session')) return Response.json(sessions)
    const { id } = JSON.parse(String(init?.body))
    sessions = sessions.filter((one) => one.id !== id)
    return Response.json({ done: true })
  })
  render(<SessionList />)
  const buttonOf = (place: string) =>
    screen.queryByRole('button', { name: 'Sign out', description: new RegExp(`^${place}`) })
  await waitFor(() => expect(buttonOf('Safari on iPhone')).toBeVisible())
  expect(buttonOf('Chrome on Windows \\(2\\)')).toBeVisible()
  expect(screen.getByText('Chrome on Windows')).toBeVisible()
  await user.click(buttonOf('Safari on iPhone') as HTMLElement)
  await waitFor(() => expect(buttonOf('Safari on iPhone')).not.toBeInTheDocument())
  expect(buttonOf('Chrome on Windows')).toBeVisible()
  expect(sessions.map(({ id }) => id)).toEqual(['mine', 'work'])
  const heading = screen.getByRole('heading', { name: 'Where you are signed in' })
  await waitFor(() => expect(heading).toHaveFocus())
})

it('A session that could not be ended stays listed, and the error is shown', async () => {
  const at = new Date().toISOString()
  const phone = { id: 'phone', createdAt: at, lastSeen: at, browser: IPHONE, isCurrent: false }
  stubServer({
    sessions: () => [200, [phone]],
    'end-session': () => [403, { code: 'later', error: 'Not just now.' }],
  })
  render(<SessionList />)
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('This device was not signed outNot just now.')
  expect(screen.getByText('Safari on iPhone')).toBeVisible()
})
