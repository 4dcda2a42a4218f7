import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PaymentStep } from '#client/payment/payment-step.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import { type Answers, answerWith } from '#tests/support/answers.ts'
import { siteConfig } from '#tests/support/site-config.ts'

const id = 'AbCdEfGhIjKlMnOpQrStUv'
const service = catalogue['bespoke-planning']
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const processing = [409, { code: 'processing', error: 'Failed to verify payment' }] as const
const unknown = [404, { code: 'not_found', error: 'Failed to verify payment' }] as const

function open(answers: Answers = {}) {
  const asked = answerWith({
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
    'get-config': () => [200, siteConfig({ payments: 'demo' })],
    ...answers,
  })
  const ends = { onPaid: vi.fn(), onBack: vi.fn(), onHoldLost: vi.fn() }
  render(
    <MemoryRouter>
      <PaymentStep
        bookingId={id}
        service={service}
        holdExpiresAt={inMinutes(14)}
        customerName="A Guest"
        {...ends}
      />
    </MemoryRouter>,
  )
  const named = (name: string) => asked.filter((entry) => entry.name === name)
  return { asked, named, ...ends }
}

async function fillCard(number: string) {
  fireEvent.change(await screen.findByLabelText('Card number'), { target: { value: number } })
  fireEvent.change(screen.getByLabelText('Expiry'), { target: { value: '0499' } })
  fireEvent.change(screen.getByLabelText('CVC'), { target: { value: '314' } })
}

const payButton = () => screen.getByRole('button', { name: /^Pay/ })

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the payment step', () => {
  test('shows the bill in the Norwegian form, with its tax', async () => {
    open()
    await screen.findByLabelText('Card number')
    const text = document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''
    for (const words of ['3 200,00 kr', '800,00 kr', '4 000,00 kr', '25% VAT included'])
      expect(text).toContain(words)
    expect(text).toContain('Demo: no card is charged')
  })

  test('sends no digit of a card anywhere', async () => {
    const { asked, onPaid } = open()
    await fillCard('4242424242424242')
    fireEvent.click(payButton())
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
    const sent = JSON.stringify(asked)
    expect(sent).toContain('"outcome":"succeed"')
    expect(sent).not.toMatch(/4242|0499|314/)
  })

  test('refuses a number that may be somebody’s card, without sending anything', async () => {
    const { named } = open()
    await fillCard('4111111111111111')
    fireEvent.click(payButton())
    expect(screen.getByText(/This is a demonstration: please use/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Card number'))
    expect(named('confirm-demo-payment')).toEqual([])
  })

  test('tries once, however often the button is pressed', async () => {
    const { named, onPaid } = open()
    await fillCard('4242424242424242')
    const button = payButton()
    // Two clicks in one tick, before the button can show that it is busy, and a third afterwards.
    act(() => {
      button.click()
      button.click()
    })
    fireEvent.click(button)
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
    expect(named('confirm-demo-payment')).toHaveLength(1)
  })

  test('goes on only once the server has seen the money', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let questions = 0
    const { onPaid } = open({
      'verify-payment': () => (++questions < 3 ? [...processing] : [200, { paid: true }]),
    })
    await fillCard('4242424242424242')
    fireEvent.click(payButton())
    await waitFor(() => expect(questions).toBe(1))
    expect(onPaid).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(questions).toBe(3)
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test('stops asking after two minutes, and says what happens by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { onPaid } = open({ 'verify-payment': () => [...processing] })
    await fillCard('4242424242424242')
    fireEvent.click(payButton())
    await act(() => vi.advanceTimersByTimeAsync(130_000))
    expect(screen.getByText('Your bank has not answered yet')).toBeTruthy()
    expect(screen.getByText(/never charged twice/)).toBeTruthy()
    expect(onPaid).not.toHaveBeenCalled()
  })

  test('keeps what was typed when the card is declined', async () => {
    const { onPaid } = open({
      'confirm-demo-payment': () => [402, { code: 'declined', error: 'Your card was declined.' }],
    })
    await fillCard('4000000000000002')
    fireEvent.click(payButton())
    expect(await screen.findByText('Your card was declined.')).toBeTruthy()
    const number = screen.getByLabelText<HTMLInputElement>('Card number')
    expect(number.value).toBe('4000 0000 0000 0002')
    expect(number.getAttribute('aria-invalid')).toBe('true')
    expect(onPaid).not.toHaveBeenCalled()
  })

  test('does not call a payment failed when only the answer was lost', async () => {
    const { onPaid } = open({ 'confirm-demo-payment': () => undefined })
    await fillCard('4242424242424242')
    fireEvent.click(payButton())
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
  })

  test('offers the way back, and another try, when the payment cannot be opened', async () => {
    const { onBack } = open({
      'create-payment-intent': () => [
        502,
        { code: 'provider', error: 'Failed to initialize payment' },
      ],
    })
    expect(await screen.findByText('Failed to initialize payment')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Back to Booking' }))
    expect(onBack).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('counts a payment that was made before, in another tab', async () => {
    const { onPaid, onHoldLost } = open({
      'create-payment-intent': () => [
        409,
        { code: 'already_paid', error: 'Failed to initialize payment' },
      ],
    })
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
    expect(onHoldLost).not.toHaveBeenCalled()
  })

  test('ends when the hold is gone, and only by the server’s word', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let gone = false
    const { onHoldLost, onPaid } = open({
      'verify-payment': () => (gone ? [...unknown] : [...processing]),
    })
    await screen.findByLabelText('Card number')
    // Minute by minute, because React renders once for each `act`.
    for (let minute = 0; minute < 16; minute++) await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(onHoldLost).not.toHaveBeenCalled()
    gone = true
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(onHoldLost).toHaveBeenCalledTimes(1)
    expect(onPaid).not.toHaveBeenCalled()
  })
})
