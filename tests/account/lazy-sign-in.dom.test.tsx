import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { DeskSignIn } from '#client/app/desk/desk-sign-in.tsx'

vi.mock('#client/account/sign-in/sign-in.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ user: null }))
})

it('If the sign-in code fails to load, the desk shows an error that says what to do', async () => {
  render(<DeskSignIn />)
  expect(await screen.findByRole('alert')).toHaveTextContent(/did not load.*refresh/)
})
