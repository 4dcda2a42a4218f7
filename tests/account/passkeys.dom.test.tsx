import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Passkeys } from '#client/account/passkeys.tsx'
import { SignInStep } from '#client/account/sign-in/sign-in-steps.tsx'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'

/** Stubs the browser's passkey API; `gives` makes the credential. */
function stubCredentials(gives: () => Promise<unknown>): void {
  const read = (options: unknown) => options
  const readers = { parseCreationOptionsFromJSON: read, parseRequestOptionsFromJSON: read }
  const Key = Object.assign(class {}, readers)
  vi.stubGlobal('PublicKeyCredential', Key)
  const credential = async () => Object.assign(new Key(), await gives())
  vi.stubGlobal('navigator', {
    ...{ onLine: true, userAgent: '' },
    credentials: { create: credential, get: credential },
  })
}

function renderSignIn(): void {
  const nothing = () => {}
  const steps = {
    onSignedIn: nothing,
    onCodeNeeded: nothing,
    onCreate: nothing,
    onForgot: nothing,
  }
  render(<SignInStep purpose="site" email="" setEmail={nothing} {...steps} />)
}

const rejectWith = (name: string) => () => Promise.reject(new DOMException('', name))

describe('A passkey', () => {
  it('has a Remove button described by its name, and the focus moves to the list after the removal', async () => {
    let keys = [
      { id: 'laptop', name: 'The laptop', createdAt: '' },
      { id: 'ring', name: 'The ring', createdAt: '' },
    ]
    stubServer({
      passkeys: () => [200, keys],
      'remove-passkey': ({ body }) => {
        keys = keys.filter(({ id }) => id !== (body as { id: string }).id)
        return [200, { done: true }]
      },
    })
    render(<Passkeys />)
    const buttonOf = (description: string) =>
      screen.queryByRole('button', { name: 'Remove', description })
    await waitFor(() => expect(buttonOf('The ring')).toBeVisible())
    await user.click(buttonOf('The laptop') as HTMLElement)
    await waitFor(() => expect(buttonOf('The laptop')).not.toBeInTheDocument())
    expect(buttonOf('The ring')).toBeVisible()
    const heading = screen.getByRole('heading', { name: 'Passkeys' })
    await waitFor(() => expect(heading).toHaveFocus())
  })

  it('that could not be removed stays listed, and the error is shown', async () => {
    stubServer({
      passkeys: () => [200, [{ id: 'ring', name: 'The ring', createdAt: '' }]],
      'remove-passkey': () => [409, { code: 'last', error: 'It is the only way in.' }],
    })
    render(<Passkeys />)
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('The passkey was not removedIt is the only way in.')
    expect(screen.getByText('The ring')).toBeVisible()
  })

  it.each([
    ['that is on the device already is said to be', 'InvalidStateError', /already has a passkey/],
    ['that the browser turned down is told', 'NotAllowedError', /^Your browser gave no passkey\./],
    ['that this address may not have is told', 'SecurityError', /^Your browser gave no passkey\./],
  ])('%s', async (_, error, text) => {
    stubCredentials(rejectWith(error))
    stubServer({
      passkeys: () => [200, []],
      'new-passkey-options': () => [200, { challenge: 'c' }],
    })
    render(<Passkeys />)
    await fillField(screen.getByLabelText(/^Name this passkey/), 'The laptop')
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByLabelText(/^Name this passkey/)).toHaveValue('The laptop')
  })

  it('that the browser turned down at the sign-in is told, too', async () => {
    stubCredentials(rejectWith('NotAllowedError'))
    stubServer({ 'passkey-options': () => [200, { challenge: 'c' }] })
    renderSignIn()
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
    expect(await screen.findByText(/^Your browser gave no passkey\./)).toBeVisible()
  })

  it('that is not registered here gets a different error from a wrong password', async () => {
    stubCredentials(async () => ({ id: 'k' }))
    stubServer({
      'passkey-options': () => [200, { challenge: 'c' }],
      'passkey-sign-in': () => [401, { code: 'credentials', error: 'Not signed in' }],
    })
    renderSignIn()
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
    expect(await screen.findByText(/^This passkey is not registered here\./)).toBeVisible()
  })
})
