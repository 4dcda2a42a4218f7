import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallbackPage } from '#client/account/callback-page.tsx'
import { SignIn } from '#client/account/sign-in/sign-in.tsx'
import { SignInRoute } from '#client/app/account-routes.tsx'
import { DeskSignIn, loadSignIn } from '#client/app/desk/desk-sign-in.tsx'
import { SignInPage } from '#client/desk/shell/sign-in-layout.tsx'
import { setDeviceRemoved } from '#client/lib/data/stored-account.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'

const astrid = {
  id: 'owner',
  name: 'Astrid Dahl',
  email: 'astrid@lysning.example',
  role: 'owner',
  hasSecondFactor: false,
}

function renderRoute(path: string, address: string, element: React.ReactNode) {
  renderRoutes(
    [
      { path, element },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    address,
  )
}

async function submitSignIn(): Promise<void> {
  await fillField(screen.getByLabelText('Email'), astrid.email)
  await user.type(screen.getByLabelText('Password'), 'x{Enter}')
}

it('An owner who signs in on a public page stays on it', async () => {
  stubServer({ session: () => [200, { user: null }], 'sign-in': () => [200, { user: astrid }] })
  renderRoute('/contact', '/contact?account', <SignInRoute />)
  await screen.findByLabelText('Email')
  await submitSignIn()
  await waitFor(() => expect(location.search).toBe(''))
  expect(location.pathname).toBe('/contact')
})

describe('A link from an email, without its code', () => {
  it('to choose a new password says that this link is incomplete, and sends no request to the server', () => {
    const log = stubServer({})
    renderRoute('/auth/callback', '/auth/callback#reset=', <CallbackPage />)
    expect(screen.getByRole('heading', { name: 'A new password' })).toBeVisible()
    expect(screen.getByText(/link that led here is incomplete/)).toBeVisible()
    expect(document.body).not.toHaveTextContent('onfirm')
    expect(log).toEqual([])
  })

  it.each(['/auth/callback', '/auth/callback#confirm='])(
    'at %s explains that it confirms an email address, and sends no request to the server',
    async (address) => {
      const log = stubServer({})
      renderRoute('/auth/callback', address, <CallbackPage />)
      expect(screen.getByText(/confirms an email address/)).toBeVisible()
      expect(document.body).not.toHaveTextContent('password')
      expect(log).toEqual([])
    },
  )
})

it('A link from an email opens with the full stop or bracket that a mail program took for a part of it', async () => {
  const log = stubServer({ 'confirm-email': () => [200, { user: null }] })
  renderRoute('/auth/callback', '/auth/callback#confirm=eyJ.a_b-c).', <CallbackPage />)
  await waitFor(() => expect(log[0]?.body).toEqual({ token: 'eyJ.a_b-c' }))
})

describe('A site without an owner’s account', () => {
  const none = () =>
    stubServer({
      'sign-in': () => [401, { code: 'no_owner', error: 'Make one with: npm run owner' }],
    })

  it('explains at the desk’s sign-in how to create one, and offers no visitor account there', async () => {
    none()
    render(<SignIn purpose="desk" onSignedIn={() => {}} onClose={() => {}} />)
    expect(screen.queryByRole('button', { name: 'Create an account' })).not.toBeInTheDocument()
    expect(document.body).not.toHaveTextContent('characters')
    await submitSignIn()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('There is no owner’s account yetMake one with: npm run owner')
  })

  it('shows at the public sign-in the same error as for any wrong password', async () => {
    none()
    render(<SignIn onSignedIn={() => {}} onClose={() => {}} />)
    await submitSignIn()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Check the address and the password')
  })
})

it('A removed device shows why it was signed out and what was deleted, before it prompts for a sign-in', async () => {
  stubServer({ session: () => [200, { user: null }] })
  // Loads the dialog first, because one that is still loading would not show, either.
  await loadSignIn()
  setDeviceRemoved(true)
  renderRoute(
    '/admin',
    '/admin',
    <SignInPage>
      <DeskSignIn />
    </SignInPage>,
  )
  await screen.findByRole('button', { name: 'Sign in' })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent(/^This device was removed.*deleted/)
  cleanup()
  setDeviceRemoved(false)
  renderRoute('/admin', '/admin', <SignInPage>{null}</SignInPage>)
  expect(screen.getByText('This is the owner’s desk. Sign in to continue.')).toBeVisible()
})
