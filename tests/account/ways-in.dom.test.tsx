import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallbackPage } from '#client/account/callback-page.tsx'
import { SignIn } from '#client/account/sign-in/sign-in.tsx'
import { Door } from '#client/app/account-routes.tsx'
import { DeskDoor, fetchSignIn } from '#client/app/desk/door.tsx'
import { SignInPage } from '#client/desk/shell/door-frame.tsx'
import { noteRemovedHere } from '#client/lib/data/account-here.ts'
import { answerWith } from '#tests/support/answers.ts'
import { giveDialogs } from '#tests/support/dialogs.ts'

const astrid = {
  id: 'owner',
  name: 'Astrid Dahl',
  email: 'astrid@lysning.example',
  role: 'owner',
  secondFactor: false,
}

beforeEach(giveDialogs)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

function open(path: string, address: string, element: React.ReactNode) {
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    {
      initialEntries: [address],
    },
  )
  render(<RouterProvider router={router} />)
  return router
}

function enter(): void {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: astrid.email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'x' } })
  fireEvent.submit(screen.getByLabelText('Email').closest('form') as HTMLFormElement)
}

it('an owner who signs in on a public page stays on it', async () => {
  answerWith({ session: () => [200, { user: null }], 'sign-in': () => [200, { user: astrid }] })
  const router = open('/contact', '/contact?account', <Door />)
  await screen.findByLabelText('Email')
  enter()
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(router.state.location.pathname).toBe('/contact')
})

describe('the link of a mail without its code', () => {
  it.each(['/auth/callback', '/auth/callback#confirm=', '/auth/callback#reset='])(
    'at %s speaks of an address that is confirmed, and asks the server nothing',
    async (address) => {
      const log = answerWith({})
      open('/auth/callback', address, <CallbackPage />)
      expect(screen.getByText(/confirms an email address/)).toBeTruthy()
      expect(document.body.textContent).not.toContain('password')
      expect(log).toEqual([])
    },
  )
})

describe('without an owner’s account', () => {
  const none = () =>
    answerWith({
      'sign-in': () => [401, { code: 'no_owner', error: 'Make one with: npm run owner' }],
    })

  it('the desk’s sign-in says how one is made, and offers no visitor’s account', async () => {
    none()
    render(<SignIn purpose="desk" onIn={() => {}} onClose={() => {}} />)
    expect(screen.queryByRole('button', { name: 'Create an account' })).toBeNull()
    expect(document.body.textContent).not.toContain('characters')
    enter()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('There is no owner’s account yetMake one with: npm run owner')
  })

  it('the site’s own sign-in says what it says of any wrong password', async () => {
    none()
    render(<SignIn onIn={() => {}} onClose={() => {}} />)
    enter()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Check the address and the password')
  })
})

it('a device that was removed says why it is signed out and what was deleted, before it asks for a sign-in', async () => {
  answerWith({ session: () => [200, { user: null }] })
  // Loads the dialog first, because one that is still loading would not show, either.
  await fetchSignIn()
  noteRemovedHere(true)
  open(
    '/admin',
    '/admin',
    <SignInPage>
      <DeskDoor />
    </SignInPage>,
  )
  await screen.findByRole('button', { name: 'Sign in' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('status').textContent).toMatch(/^This device was removed.*deleted/)
  cleanup()
  noteRemovedHere(false)
  open('/admin', '/admin', <SignInPage>{null}</SignInPage>)
  expect(screen.getByText('This is the owner’s desk. Sign in to continue.')).toBeTruthy()
})
