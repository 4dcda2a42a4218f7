import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SignInAlarm } from '#client/account/account-page.tsx'
import { stubServer } from '#tests/support/components/stub-server.ts'

it('The account page warns of repeated sign-in attempts, and says which ways to sign in still work', async () => {
  stubServer({ 'sign-in-alarm': () => [200, { lastAt: new Date().toISOString() }] })
  render(<SignInAlarm />)
  const line = await screen.findByRole('status')
  expect(line).toHaveTextContent(
    /^Someone kept trying to sign in to your accountLast today at \d\d:\d\d\..*passkey/,
  )
})
