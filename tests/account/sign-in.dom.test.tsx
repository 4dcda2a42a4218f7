import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SignIn } from '#client/account/sign-in/sign-in.tsx'
import { answerWith } from '#tests/support/answers.ts'
import { giveDialogs } from '#tests/support/dialogs.ts'

beforeEach(giveDialogs)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('each step of signing in finds the keyboard at its first field, or at its title where it has none', async () => {
  answerWith({
    'sign-in': () => [200, { user: null }],
    'request-reset': () => [200, { done: true }],
  })
  render(<SignIn onIn={() => {}} onClose={() => {}} />)
  const at = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  await at(screen.getByLabelText('Email'))
  fireEvent.submit(screen.getByLabelText('Email').closest('form') as HTMLFormElement)
  await at(await screen.findByLabelText('Code of your authenticator app'))
  press('Start again')
  await at(screen.getByLabelText('Email'))
  press('Create an account')
  await at(screen.getByLabelText('Full name'))
  press('Sign in')
  press('Forgot your password?')
  await at(screen.getByLabelText('Email'))
  fireEvent.submit(screen.getByLabelText('Email').closest('form') as HTMLFormElement)
  await at(await screen.findByRole('heading', { name: 'Check Your Email' }))
})
