import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { SuccessPage } from '#client/payment/return/success-page.tsx'
import { toReference } from '#shared/booking/booking-id.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { type StubAnswers, stubServer } from '#tests/support/components/stub-server.ts'

const id = 'AbCdEfGhIjKlMnOpQrStUv'

function renderSuccessPage(search: string, answers: StubAnswers = {}) {
  const requests = stubServer({
    'get-config': () => [200, buildSiteConfig()],
    ...answers,
  })
  const path = `/booking/success${search}`
  renderRoutes([{ path: '/booking/success', Component: SuccessPage }], path)
  return requests
}

const getHeading = () => screen.getByRole('heading', { level: 1 }).textContent

describe('The return page', () => {
  test('reports a missing reference at once, without a request to verify it', () => {
    const requests = renderSuccessPage('')
    expect(getHeading()).toBe('Invalid booking reference')
    expect(requests.map(({ name }) => name)).not.toContain('verify-payment')
  })

  test('removes the provider’s parameters from the address at once', () => {
    renderSuccessPage(
      `?id=${id}&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded`,
      { 'verify-payment': () => new Promise(() => undefined) },
    )
    expect(getHeading()).toBe('Verifying payment...')
    expect(location.href).toMatch(new RegExp(`/booking/success\\?id=${id}$`))
  })

  test('confirms once the server does, and announces the confirmation email', async () => {
    renderSuccessPage(`?id=${id}`, { 'verify-payment': () => [200, { paid: true }] })
    await waitFor(() => expect(getHeading()).toBe('Payment Successful!'))
    expect(await screen.findByText(/confirmation email with the meeting details/)).toBeVisible()
  })

  test('announces no email if the site sends none', async () => {
    renderSuccessPage(`?id=${id}`, {
      'verify-payment': () => [200, { paid: true }],
      'get-config': () => [200, buildSiteConfig({ sendsMail: false })],
    })
    expect(await screen.findByText(/does not send email/)).toBeVisible()
    expect(screen.queryByText(/will follow/)).not.toBeInTheDocument()
  })

  test('reports a failed verification if no payment is known', async () => {
    renderSuccessPage(`?id=${id}&redirect_status=succeeded`)
    await waitFor(() => expect(getHeading()).toBe('Failed to verify payment'))
    const again = screen.getByRole('link', { name: 'Try Booking Again' })
    expect(again).toHaveAttribute('href', `/meeting?retry=${id}`)
  })

  test('shows a refusal by the bank after one request, without polling', async () => {
    const requests = renderSuccessPage(`?id=${id}&redirect_status=failed`, {
      'verify-payment': () => [409, { code: 'processing', error: 'Failed to verify payment' }],
    })
    await waitFor(() => expect(getHeading()).toBe('Payment failed'))
    expect(requests.filter(({ name }) => name === 'verify-payment')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Try Booking Again' })).toBeVisible()
  })

  test('names the booking as every other page does: by the reference that can be read out', async () => {
    renderSuccessPage(`?id=${id}`, { 'verify-payment': () => [200, { paid: true }] })
    expect(await screen.findByText(toReference(id))).toBeVisible()
    cleanup()
    renderSuccessPage(`?id=${id}&redirect_status=succeeded`)
    expect(await screen.findByText(toReference(id))).toBeVisible()
    expect(screen.queryByText(id)).not.toBeInTheDocument()
  })
})
