import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SignIn } from '#client/account/sign-in/sign-in.tsx'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'

it('Each sign-in step moves the focus to its first field, or to its heading if it has no field', async () => {
  stubServer({
    'sign-in': () => [200, { user: null }],
    'request-reset': () => [200, { done: true }],
  })
  render(<SignIn onSignedIn={() => {}} onClose={() => {}} />)
  const at = (element: HTMLElement) => waitFor(() => expect(element).toHaveFocus())
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  await at(screen.getByLabelText('Email'))
  await fill({ Email: 'anna@reiser.no', Password: 'blåbær-42' })
  await submit()
  await at(await screen.findByLabelText('Code from your authenticator app'))
  await press('Start again')
  await at(screen.getByLabelText('Email'))
  await press('Create an account')
  await at(screen.getByLabelText('Full name'))
  await press('Sign in')
  await press('Forgot your password?')
  await at(screen.getByLabelText('Email'))
  await submit()
  await at(await screen.findByRole('heading', { name: 'Check Your Email' }))
})

it('Before and after asking for a link, the dialog says so if this site sends no email', async () => {
  stubServer({
    'request-reset': () => [200, { done: true }],
    'get-config': () => [200, buildSiteConfig({ sendsMail: false })],
  })
  render(<SignIn onSignedIn={() => {}} onClose={() => {}} />)
  await user.click(await screen.findByRole('button', { name: 'Forgot your password?' }))
  expect(await screen.findByText(/so no link would arrive/)).toBeVisible()
  expect(screen.queryByText(/A link will be sent/)).not.toBeInTheDocument()
  await fill({ Email: 'anna@reiser.no' })
  await submit()
  expect(await screen.findByText(/^This site cannot send email at the moment/)).toBeVisible()
  expect(screen.queryByText(/A link is on its way/)).not.toBeInTheDocument()
})

async function fill(texts: Record<string, string>) {
  for (const [label, value] of Object.entries(texts))
    await fillField(screen.getByLabelText(label), value)
}

const submit = () => user.keyboard('{Enter}')

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
  await fill({ Email: 'anna@reiser.no', Password: 'blåbær-42' })
  await submit()
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
  await fill({ Email: 'anna@reiser.no', Password: 'blåbær-42' })
  await submit()
  const code = await screen.findByLabelText('Code from your authenticator app')
  await user.type(code, '123456{Enter}')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(/Please start again\.$/)
})

it('A sign-up with an address that an account cannot have shows the rule for addresses', async () => {
  const rule = 'An account needs an email address in plain letters.'
  const refusal = { code: 'fields', error: 'Please check the highlighted fields.' }
  stubServer({ 'sign-up': () => [400, { ...refusal, fields: { email: rule } }] })
  render(<SignIn onSignedIn={() => {}} onClose={() => {}} />)
  await user.click(await screen.findByRole('button', { name: 'Create an account' }))
  await fill({ 'Full name': 'Anna', Email: 'blåbær@reiser.no', Password: 'blåbær-42' })
  await submit()
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
  await user.click(await screen.findByRole('button', { name: 'Create an account' }))
  await fill({ 'Full name': 'Elisabeth Vance', Email: 'anna@reiser.no', Password: 'blåbær-42' })
  await submit()
  expect(await screen.findByText(new RegExp(text.replaceAll('.', '\\.')))).toBeVisible()
  if (!answer) logged()
})

it('A sign-in without a password asks for it at its field, and sends nothing', async () => {
  const requests = stubServer({})
  render(<SignIn onSignedIn={() => {}} onClose={() => {}} />)
  await screen.findByLabelText('Email')
  await fill({ Email: 'anna@reiser.no' })
  await submit()
  await screen.findByText('Please enter your password.')
  expect(screen.getByLabelText('Password')).toHaveFocus()
  expect(requests.map(({ name }) => name)).not.toContain('sign-in')
})
