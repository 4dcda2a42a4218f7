import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SignedOutBanner } from '#client/desk/shell/shell.tsx'

const book = { sync: 'idle' }

vi.mock('#client/data/use-data.ts', () => ({ useDataState: () => book }))

test('The sign-in prompt is also shown if only the client book has found that the session ended', () => {
  const note = () => <SignedOutBanner signIn={<button type="button">Sign in</button>} />
  const { rerender } = render(note())
  expect(screen.queryByText('You are signed out')).not.toBeInTheDocument()
  book.sync = 'signed out'
  rerender(note())
  expect(screen.getByText('You are signed out')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible()
})
