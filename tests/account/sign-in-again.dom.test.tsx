import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Passkeys } from '#client/account/passkeys.tsx'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'

const astrid = {
  id: 'owner',
  name: 'Astrid Dahl',
  email: 'astrid@lysning.example',
  role: 'owner',
  hasSecondFactor: false,
} as const

beforeEach(() => {
  storeAccount(astrid)
  const Key = Object.assign(class {}, {
    parseCreationOptionsFromJSON: (options: unknown) => options,
    parseRequestOptionsFromJSON: (options: unknown) => options,
  })
  vi.stubGlobal('PublicKeyCredential', Key)
  vi.stubGlobal('navigator', {
    ...{ onLine: true, userAgent: '' },
    credentials: { create: async () => Object.assign(new Key(), { id: 'key' }) },
  })
})

it('Adding a passkey without a recent sign-in prompts for one in place, then adds it under its name', async () => {
  let fresh = false
  const stale = [403, { code: 'not_fresh', error: 'Please sign in again to do this.' }] as const
  const log = stubServer({
    passkeys: () => [200, []],
    'new-passkey-options': () => (fresh ? [200, { challenge: 'x' }] : [...stale]),
    'add-passkey': () => [200, { done: true }],
    'sign-in': () => {
      fresh = true
      return [200, { user: astrid }]
    },
  })
  render(<Passkeys />)
  await fillField(screen.getByLabelText(/Name this passkey/), 'My MacBook')
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  await screen.findByRole('heading', { name: 'Please sign in again' })
  const email = screen.getByLabelText('Email')
  expect(email).toHaveProperty('value', astrid.email)
  expect(screen.queryByRole('button', { name: 'Create an account' })).not.toBeInTheDocument()
  await user.type(screen.getByLabelText('Password'), 'x{Enter}')
  await waitFor(() =>
    expect(log.find(({ name }) => name === 'add-passkey')?.body).toMatchObject({
      name: 'My MacBook',
    }),
  )
  expect(screen.queryByRole('heading', { name: 'Please sign in again' })).not.toBeInTheDocument()
})

it('Closing the prompt for a recent sign-in preserves what was typed', async () => {
  stubServer({
    passkeys: () => [200, []],
    'new-passkey-options': () => [
      403,
      { code: 'not_fresh', error: 'Please sign in again to do this.' },
    ],
  })
  render(<Passkeys />)
  const name = screen.getByLabelText(/Name this passkey/)
  await fillField(name, 'My MacBook')
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  await screen.findByRole('heading', { name: 'Please sign in again' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The passkey was not added')
  expect(name).toHaveProperty('value', 'My MacBook')
})
