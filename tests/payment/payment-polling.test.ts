import { describe, expect, test } from 'vitest'
import {
  type PaymentVerdict,
  POLL_TIMEOUT_MS,
  pollUntilSettled,
} from '#client/payment/check-payment.ts'

/** Runs the polling with a clock that only its pauses move. */
function startPolling(
  answers: (asked: number) => PaymentVerdict,
  signal = new AbortController().signal,
) {
  const pauses: number[] = []
  let time = 0
  let checkCount = 0
  const verdict = pollUntilSettled({
    check: async () => answers(checkCount++),
    sleep: async (ms) => {
      pauses.push(ms)
      time += ms
    },
    now: () => time,
    signal,
  })
  return { verdict, pauses, asked: () => checkCount, elapsed: () => time }
}

describe('Polling for a payment', () => {
  test('ends with the first final answer', async () => {
    const run = startPolling((checkCount) => (checkCount < 3 ? 'processing' : 'paid'))
    expect(await run.verdict).toBe('paid')
    expect(run.asked()).toBe(4)
  })

  test('does not treat a lost connection as a failed payment', async () => {
    const run = startPolling((checkCount) => (checkCount < 2 ? 'unreachable' : 'paid'))
    expect(await run.verdict).toBe('paid')
  })

  test('stops once the booking is known to be unpaid', async () => {
    const run = startPolling(() => 'unpaid')
    expect(await run.verdict).toBe('unpaid')
    expect(run.asked()).toBe(1)
  })

  test('pauses longer each time, and ends within two minutes with the last answer', async () => {
    const run = startPolling(() => 'processing')
    expect(await run.verdict).toBe('processing')
    expect(run.elapsed()).toBeLessThanOrEqual(POLL_TIMEOUT_MS)
    expect(run.elapsed()).toBeGreaterThan(POLL_TIMEOUT_MS - 11_000)
    expect(run.pauses).toEqual([...run.pauses].sort((a, b) => a - b))
    expect(run.asked()).toBeLessThan(25)
  })

  test('stops when the visitor leaves the page', async () => {
    const controller = new AbortController()
    controller.abort()
    const run = startPolling(() => 'processing', controller.signal)
    await run.verdict
    expect(run.asked()).toBe(1)
  })
})
