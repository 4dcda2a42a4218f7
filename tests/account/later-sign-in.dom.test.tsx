import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DeskDoor } from '#client/app/desk/door.tsx'

vi.mock('#client/account/sign-in/sign-in.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async () => Response.json({ user: null }))
})

afterEach(cleanup)

it('where the sign-in does not arrive, the desk’s door says what to do', async () => {
  render(<DeskDoor />)
  expect((await screen.findByRole('alert')).textContent).toMatch(/did not load.*refresh/)
})
