import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DeskDoor } from '#client/app/desk/door.tsx'
import { accountHere } from '#client/lib/data/account-here.ts'
import { giveDialogs } from '#tests/support/dialogs.ts'

const visitor = {
  id: 'visitor',
  name: 'Elisabeth Sørbø',
  email: 'elisabeth@example.com',
  role: 'visitor',
  secondFactor: false,
}

const asked: string[] = []

beforeEach(() => {
  localStorage.clear()
  asked.length = 0
  giveDialogs()
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(String(address).split('/').at(-1) ?? '')
    return Response.json(asked.at(-1) === 'session' ? { user: visitor } : {})
  })
})

afterEach(cleanup)

it('says to a visitor’s account that it is not the owner’s, and lets it out and another in', async () => {
  render(<DeskDoor />)
  expect(await screen.findByText(/elisabeth@example.com.*not the owner’s account/)).toBeTruthy()
  expect(screen.queryByLabelText('Email')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Sign out and use another account' }))
  expect(await screen.findByLabelText('Email')).toBeTruthy()
  expect(asked).toEqual(['session', 'sign-out'])
  expect(accountHere()).toBeUndefined()
})
