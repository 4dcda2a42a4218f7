import { describe, expect, test } from 'vitest'
import {
  type PaymentAnswer,
  VERIFY_LIMIT_MS,
  verifyUntilSettled,
} from '#client/payment/ask-payment.ts'

/** Runs the polling with a clock that only its pauses move. */
function asking(answers: (asked: number) => PaymentAnswer, signal = new AbortController().signal) {
  const pauses: number[] = []
  let time = 0
  let asked = 0
  const verdict = verifyUntilSettled({
    ask: async () => answers(asked++),
    pause: async (ms) => {
      pauses.push(ms)
      time += ms
    },
    now: () => time,
    signal,
  })
  return { verdict, pauses, asked: () => asked, elapsed: () => time }
}

describe('asking whether a payment arrived', () => {
  test('ends with the first final answer', async () => {
    const run = asking((asked) => (asked < 3 ? 'processing' : 'paid'))
    expect(await run.verdict).toBe('paid')
    expect(run.asked()).toBe(4)
  })

  test('does not take a lost connection for a lost payment', async () => {
    const run = asking((asked) => (asked < 2 ? 'unreachable' : 'paid'))
    expect(await run.verdict).toBe('paid')
  })

  test('asks no more once the payment is known not to be there', async () => {
    const run = asking(() => 'unpaid')
    expect(await run.verdict).toBe('unpaid')
    expect(run.asked()).toBe(1)
  })

  test('pauses longer each time, and ends within two minutes with what it last heard', async () => {
    const run = asking(() => 'processing')
    expect(await run.verdict).toBe('processing')
    expect(run.elapsed()).toBeLessThanOrEqual(VERIFY_LIMIT_MS)
    expect(run.elapsed()).toBeGreaterThan(VERIFY_LIMIT_MS - 11_000)
    expect(run.pauses).toEqual([...run.pauses].sort((a, b) => a - b))
    expect(run.asked()).toBeLessThan(25)
  })

  test('stops when the page is left', async () => {
    const left = new AbortController()
    left.abort()
    const run = asking(() => 'processing', left.signal)
    await run.verdict
    expect(run.asked()).toBe(1)
  })
})
