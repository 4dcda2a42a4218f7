import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SignIn } from '#client/account/sign-in/sign-in.tsx'
import { installDialogs } from '#tests/support/components/dialog-polyfill.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'
import { stubServer } from '#tests/support/components/stub-server.ts'

beforeEach(installDialogs)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('Each sign-in step moves the focus to its first field, or to its heading if it has no field', async () => {
  stubServer({
    'sign-in': () => [200, { user: null }],
    'request-reset': () => [200, { done: true }],
  })
  render(<SignIn onSignedIn={() => {}} onClose={() => {}} />)
  const at = (element: HTMLElement) => waitFor(() => expect(element).toHaveFocus())
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  await at(screen.getByLabelText('Email'))
  fill({ Email: 'anna@reiser.no', Password: 'blåbær-42' })
  submit()
  await at(await screen.findByLabelText('Code from your authenticator app'))
  press('Start again')
  await at(screen.getByLabelText('Email'))
  press('Create an account')
  await at(screen.getByLabelText('Full name'))
  press('Sign in')
  press('Forgot your password?')
  await at(screen.getByLabelText('Email'))
  submit()
  await at(await screen.findByRole('heading', { name: 'Check Your Email' }))
})

it('Before and after asking for a link, the dialog says so if this site sends no email', async () => {
  stubServer({
    'request-reset': () => [200, { done: true }],
    'get-config': () => [200, buildSiteConfig({ sendsMail: false })],
  })
  render(<SignIn onSignedIn={() => {}} onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Forgot your password?' }))
  expect(await screen.findByText(/so no link would arrive/)).toBeVisible()
  expect(screen.queryByText(/We will email a link/)).not.toBeInTheDocument()
  fill({ Email: 'anna@reiser.no' })
  submit()
  expect(await screen.findByText(/^This site cannot send email at the moment/)).toBeVisible()
  expect(screen.queryByText(/We have sent a link/)).not.toBeInTheDocument()
})

function fill(texts: Record<string, string>) {
  for (const [label, value] of Object.entries(texts))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

const submit = () =>
  fireEvent.submit(screen.getByLabelText('Email').closest('form') as HTMLFormElement)

const expectLoggedError = (log: string) => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => expect(JSON.stringify(consoleError.mock.calls)).toContain(log)
}

it.each([
  [[401, { code: 'credentials', error: 'No' }], 'Authentication failed'],
  [undefined, 'You are offline. Please connect to the internet first.'],
] as const)('A sign-in answered with %j shows: %s', async (answer, text) => {
  const logged = expectLoggedError('Sign in error:')
  stubServer({ 'sign-in': () => answer && [...answer] })
  render(<SignIn onSignedIn={() => {}} onClose={() => {}} />)
  await screen.findByLabelText('Email')
  fill({ Email: 'anna@reiser.no', Password: 'blåbær-42' })
  submit()
  expect(await screen.findByText(text)).toBeVisible()
  if (!answer) logged()
})

it('A code entered too late asks to start again, not to check address and password', async () => {
  stubServer({
    'sign-in': () => [200, { user: null }],
    'second-factor': () => [401, { code: 'credentials', error: 'No' }],
  })
  render(<SignIn onSignedIn={() => {}} onClose={() => {}} />)
  await screen.findByLabelText('Email')
  fill({ Email: 'anna@reiser.no', Password: 'blåbær-42' })
  submit()
  const code = await screen.findByLabelText('Code from your authenticator app')
  fireEvent.change(code, { target: { value: '123456' } })
  fireEvent.submit(code.closest('form') as HTMLFormElement)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(/Please start again\.$/)
})

it('A sign-up with an address that an account cannot have shows the rule for addresses', async () => {
  const rule = 'An account needs an email address in plain letters.'
  const refusal = { code: 'fields', error: 'Please check the highlighted fields.' }
  stubServer({ 'sign-up': () => [400, { ...refusal, fields: { email: rule } }] })
  render(<SignIn onSignedIn={() => {}} onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Create an account' }))
  fill({ 'Full name': 'Anna', Email: 'blåbær@reiser.no', Password: 'blåbær-42' })
  submit()
  await screen.findByText(rule)
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it.each([
  [[500, { code: 'failed', error: 'No' }], 'Something went wrong. Please try again.'],
  [undefined, 'You are offline. Please connect to the internet first.'],
] as const)('A sign-up answered with %j shows: %s', async (answer, text) => {
  const logged = expectLoggedError('Sign up error:')
  stubServer({ 'sign-up': () => answer && [...answer] })
  render(<SignIn onSignedIn={() => {}} onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Create an account' }))
  fill({ 'Full name': 'Elisabeth Vance', Email: 'anna@reiser.no', Password: 'blåbær-42' })
  submit()
  expect(await screen.findByText(new RegExp(text.replaceAll('.', '\\.')))).toBeVisible()
  if (!answer) logged()
})

it('A sign-in without a password asks for it at its field, and sends nothing', async () => {
  const requests = stubServer({})
  render(<SignIn onSignedIn={() => {}} onClose={() => {}} />)
  await screen.findByLabelText('Email')
  fill({ Email: 'anna@reiser.no' })
  submit()
  await screen.findByText('Please enter your password.')
  expect(screen.getByLabelText('Password')).toHaveFocus()
  expect(requests.map(({ name }) => name)).not.toContain('sign-in')
})
