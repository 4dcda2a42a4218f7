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
  await at(await screen.findByLabelText('Code from your authenticator app'))
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

const submit = () =>
  fireEvent.submit(screen.getByLabelText('Email').closest('form') as HTMLFormElement)

const fails = (log: string) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => expect(JSON.stringify(said.mock.calls)).toContain(log)
}

it.each([
  [[401, { code: 'credentials', error: 'No' }], 'Authentication failed'],
  [undefined, 'You are offline. Please connect to the internet first.'],
] as const)('a sign-in that is answered by %j says: %s', async (answer, words) => {
  const logged = fails('Sign in error:')
  answerWith({ 'sign-in': () => answer && [...answer] })
  render(<SignIn onIn={() => {}} onClose={() => {}} />)
  await screen.findByLabelText('Email')
  submit()
  expect(await screen.findByText(words)).toBeTruthy()
  if (!answer) logged()
})

it.each([
  [[500, { code: 'failed', error: 'No' }], 'Something went wrong. Please try again.'],
  [undefined, 'You are offline. Please connect to the internet first.'],
] as const)('a sign-up that is answered by %j says: %s', async (answer, words) => {
  const logged = fails('Sign up error:')
  answerWith({ 'sign-up': () => answer && [...answer] })
  render(<SignIn onIn={() => {}} onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Create an account' }))
  fireEvent.change(screen.getByLabelText('Full name'), { target: { value: 'Elisabeth Vance' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'blåbær-42' } })
  submit()
  expect(await screen.findByText(new RegExp(words.replaceAll('.', '\\.')))).toBeTruthy()
  if (!answer) logged()
})
