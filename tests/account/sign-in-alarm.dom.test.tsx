import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SignInAlarm } from '#client/account/account-page.tsx'
import { answerWith } from '#tests/support/answers.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('the account page says when somebody kept trying to sign in, and which ways stay open', async () => {
  answerWith({ 'sign-in-alarm': () => [200, { lastAt: new Date().toISOString() }] })
  render(<SignInAlarm />)
  const line = await screen.findByRole('status')
  expect(line.textContent).toMatch(
    /^Someone kept trying to sign in to your accountLast today at \d\d:\d\d\..*passkey/,
  )
})
