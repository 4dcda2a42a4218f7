import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { DeskSignIn } from '#client/app/desk/desk-sign-in.tsx'
import { readStoredAccount } from '#client/lib/data/stored-account.ts'
import { user } from '#tests/support/components/user.ts'

const visitor = {
  id: 'visitor',
  name: 'Elisabeth Sørbø',
  email: 'elisabeth@example.com',
  role: 'visitor',
  hasSecondFactor: false,
}

const requestedEndpoints: string[] = []

beforeEach(() => {
  requestedEndpoints.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    requestedEndpoints.push(String(address).split('/').at(-1) ?? '')
    return Response.json(requestedEndpoints.at(-1) === 'session' ? { user: visitor } : {})
  })
})

it('A visitor at the desk sees that this is not the owner’s account, and can sign out to use another one', async () => {
  render(<DeskSignIn />)
  expect(await screen.findByText(/elisabeth@example.com.*not the owner’s account/)).toBeVisible()
  expect(screen.queryByLabelText('Email')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Sign out and use another account' }))
  expect(await screen.findByLabelText('Email')).toBeVisible()
  expect(requestedEndpoints).toEqual(['session', 'sign-out'])
  expect(readStoredAccount()).toBeUndefined()
})
