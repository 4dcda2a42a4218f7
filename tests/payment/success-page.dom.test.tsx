import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, test } from 'vitest'
import { SuccessPage } from '#client/payment/return/success-page.tsx'
import { type Answers, answerWith } from '#tests/support/answers.ts'
import { siteConfig } from '#tests/support/site-config.ts'

const id = 'AbCdEfGhIjKlMnOpQrStUv'

function arrive(search: string, answers: Answers = {}) {
  const asked = answerWith({
    'get-config': () => [200, siteConfig()],
    ...answers,
  })
  const path = `/booking/success${search}`
  history.replaceState(null, '', path)
  const router = createMemoryRouter([{ path: '/booking/success', Component: SuccessPage }], {
    initialEntries: [path],
  })
  render(<RouterProvider router={router} />)
  return asked
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent

afterEach(cleanup)

describe('the return page', () => {
  test('says at once that a reference is missing, and asks nobody about it', () => {
    const asked = arrive('')
    expect(heading()).toBe('Invalid booking reference')
    expect(asked.map(({ name }) => name)).not.toContain('verify-payment')
  })

  test('takes the provider’s parameters out of the address at once', () => {
    arrive(
      `?id=${id}&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded`,
      { 'verify-payment': () => new Promise(() => undefined) },
    )
    expect(heading()).toBe('Verifying payment...')
    expect(location.href).toMatch(new RegExp(`/booking/success\\?id=${id}$`))
  })

  test('confirms once the server does, and names the mail that follows', async () => {
    arrive(`?id=${id}`, { 'verify-payment': () => [200, { paid: true }] })
    await waitFor(() => expect(heading()).toBe('Payment Successful!'))
    expect(await screen.findByText(/confirmation email with the meeting details/)).toBeTruthy()
  })

  test('promises no mail where none is sent', async () => {
    arrive(`?id=${id}`, {
      'verify-payment': () => [200, { paid: true }],
      'get-config': () => [200, siteConfig({ mail: false })],
    })
    expect(await screen.findByText(/does not send email/)).toBeTruthy()
    expect(screen.queryByText(/will follow/)).toBeNull()
  })

  test('says that verifying failed where no payment is known', async () => {
    arrive(`?id=${id}&redirect_status=succeeded`)
    await waitFor(() => expect(heading()).toBe('Failed to verify payment'))
    const again = screen.getByRole('link', { name: 'Try Booking Again' })
    expect(again.getAttribute('href')).toBe(`/meeting?retry=${id}`)
  })

  test('needs no waiting where the bank refused', async () => {
    const asked = arrive(`?id=${id}&redirect_status=failed`, {
      'verify-payment': () => [409, { code: 'processing', error: 'Failed to verify payment' }],
    })
    await waitFor(() => expect(heading()).toBe('Payment failed'))
    expect(asked.filter(({ name }) => name === 'verify-payment')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Try Booking Again' })).toBeTruthy()
  })
})
