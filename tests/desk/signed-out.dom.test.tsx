import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SignedOut } from '#client/desk/shell/shell.tsx'

const book = { sync: 'idle' }

vi.mock('#client/book/use-book.ts', () => ({ useBookState: () => book }))

afterEach(cleanup)

test('where only the client book has met the ended session, the way back in stands there too', () => {
  const note = () => <SignedOut signIn={<button type="button">Sign in</button>} />
  const { rerender } = render(note())
  expect(screen.queryByText('You are signed out')).toBeNull()
  book.sync = 'signed out'
  rerender(note())
  expect(screen.getByText('You are signed out')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
})
