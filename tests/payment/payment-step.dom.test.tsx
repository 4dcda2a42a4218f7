import { act, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { PaymentStep } from '#client/payment/payment-step.tsx'
import { getService } from '#shared/content/services.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'
import { holdAnswer, type StubAnswers, stubServer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'

const id = 'AbCdEfGhIjKlMnOpQrStUv'
const service = getService('bespoke-planning')
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const processing = [409, { code: 'processing', error: 'Failed to verify payment' }] as const
const unknown = [404, { code: 'not_found', error: 'Failed to verify payment' }] as const

function renderPaymentStep(answers: StubAnswers = {}) {
  const requests = stubServer({
    'create-payment-intent': () => [
      200,
      {
        clientSecret: 'pi_1_secret_2',
        publishableKey: null,
        amount: service.amount,
        currency: 'nok',
        holdExpiresAt: inMinutes(14),
      },
    ],
    'confirm-demo-payment': () => [200, { status: 'succeeded' }],
    'verify-payment': () => [200, { paid: true }],
    'get-config': () => [200, buildSiteConfig({ payments: 'demo' })],
    ...answers,
  })
  const ends = { onPaid: vi.fn(), onBack: vi.fn(), onHoldLost: vi.fn() }
  render(
    <MemoryRouter>
      <PaymentStep
        bookingId={id}
        service={service}
        vat={{ rate: 25, reason: 'home' }}
        holdExpiresAt={inMinutes(14)}
        customerName="A Guest"
        {...ends}
      />
    </MemoryRouter>,
  )
  const named = (name: string) => requests.filter((entry) => entry.name === name)
  return { asked: requests, named, ...ends }
}

async function fillCard(number: string) {
  await fillField(await screen.findByLabelText('Card number'), number)
  await fillField(screen.getByLabelText('Expiry'), '0499')
  await fillField(screen.getByLabelText('CVC'), '314')
}

const getPayButton = () => screen.getByRole('button', { name: /^Pay/ })

describe('The payment step', () => {
  test('shows the price in Norwegian format, with its tax', async () => {
    renderPaymentStep()
    await screen.findByLabelText('Card number')
    const text = document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''
    for (const expected of ['NOK 3 200', 'NOK 800', 'NOK 4 000', '25% VAT included'])
      expect(text).toContain(expected)
    expect(text).toContain('Demo: no card is charged')
  })

  test('never sends any digits of a card', async () => {
    const { asked: requests, onPaid } = renderPaymentStep()
    await fillCard('4242424242424242')
    await user.click(getPayButton())
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
    const sent = JSON.stringify(requests)
    expect(sent).toContain('"outcome":"succeed"')
    expect(sent).not.toMatch(/4242|0499|314/)
  })

  test('refuses a number that may be a real card, without sending anything', async () => {
    const { named } = renderPaymentStep()
    await fillCard('4111111111111111')
    await user.click(getPayButton())
    expect(screen.getByText(/This is a demonstration: please use/)).toBeVisible()
    expect(screen.getByLabelText('Card number')).toHaveFocus()
    expect(named('confirm-demo-payment')).toEqual([])
  })

  test('submits the payment once, however often the button is pressed', async () => {
    const verified = holdAnswer([200, { paid: true }])
    const { named, onPaid } = renderPaymentStep({ 'verify-payment': verified.answer })
    await fillCard('4242424242424242')
    const button = getPayButton()
    // Two clicks in one tick, before the button can show that it is busy, and a third afterwards.
    act(() => {
      button.click()
      button.click()
    })
    await user.click(button)
    verified.release()
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
    expect(named('confirm-demo-payment')).toHaveLength(1)
  })

  test('continues only once the server has verified the payment', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let questions = 0
    let isPaid = false
    const { onPaid } = renderPaymentStep({
      'verify-payment': () => {
        questions++
        return isPaid ? [200, { paid: true }] : [...processing]
      },
    })
    await fillCard('4242424242424242')
    await user.click(getPayButton())
    await waitFor(() => expect(questions).toBeGreaterThan(0))
    expect(onPaid).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeVisible()
    isPaid = true
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
  })

  test('stops polling after two minutes, and explains what happens automatically', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { onPaid } = renderPaymentStep({ 'verify-payment': () => [...processing] })
    await fillCard('4242424242424242')
    await user.click(getPayButton())
    await act(() => vi.advanceTimersByTimeAsync(130_000))
    expect(screen.getByText('Your bank has not answered yet')).toBeVisible()
    expect(screen.getByText(/never charged twice/)).toBeVisible()
    expect(onPaid).not.toHaveBeenCalled()
  })

  test('preserves the card number when the card is declined', async () => {
    const { onPaid } = renderPaymentStep({
      'confirm-demo-payment': () => [402, { code: 'declined', error: 'Your card was declined.' }],
    })
    await fillCard('4000000000000002')
    await user.click(getPayButton())
    expect(await screen.findByText('Your card was declined.')).toBeVisible()
    const number = screen.getByLabelText<HTMLInputElement>('Card number')
    expect(number).toHaveValue('4000 0000 0000 0002')
    expect(number).toHaveAttribute('aria-invalid', 'true')
    expect(onPaid).not.toHaveBeenCalled()
  })

  test('does not report a payment as failed when only the answer was lost', async () => {
    const { onPaid } = renderPaymentStep({ 'confirm-demo-payment': () => undefined })
    await fillCard('4242424242424242')
    await user.click(getPayButton())
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
  })

  test('offers a way back and a retry when the payment cannot be opened', async () => {
    const { onBack } = renderPaymentStep({
      'create-payment-intent': () => [
        502,
        { code: 'provider', error: 'Failed to initialize payment' },
      ],
    })
    expect(await screen.findByText('Failed to initialize payment')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Back to Booking' }))
    expect(onBack).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('accepts a payment that was already made in another tab', async () => {
    const { onPaid, onHoldLost } = renderPaymentStep({
      'create-payment-intent': () => [
        409,
        { code: 'already_paid', error: 'Failed to initialize payment' },
      ],
    })
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
    expect(onHoldLost).not.toHaveBeenCalled()
  })

  test.each(['already_paid', 'hold_lost'])(
    'does not claim that nothing was charged after the refusal %s, if the server does not say more',
    async (code) => {
      const { named, onPaid } = renderPaymentStep({
        'create-payment-intent': () => [409, { code, error: 'Failed to initialize payment' }],
        'verify-payment': () => [503, { code: 'failed', error: 'Failed to verify payment' }],
      })
      const alert = await screen.findByRole('alert')
      await waitFor(() => expect(named('verify-payment').length).toBeGreaterThan(0))
      expect(alert).toHaveTextContent(/your details are saved/i)
      expect(alert).not.toHaveTextContent('Nothing was charged')
      expect(screen.getByRole('link', { name: 'See your booking' })).toBeVisible()
      expect(onPaid).not.toHaveBeenCalled()
    },
  )

  test('ends only once the server reports that the hold is gone', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let isHoldLost = false
    const { onHoldLost, onPaid } = renderPaymentStep({
      'verify-payment': () => (isHoldLost ? [...unknown] : [...processing]),
    })
    await screen.findByLabelText('Card number')
    // Minute by minute, because React renders once for each `act`.
    for (let minute = 0; minute < 16; minute++) await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(onHoldLost).not.toHaveBeenCalled()
    isHoldLost = true
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(onHoldLost).toHaveBeenCalledTimes(1)
    expect(onPaid).not.toHaveBeenCalled()
  })
})
