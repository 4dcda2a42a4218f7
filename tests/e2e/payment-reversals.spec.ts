import type { Page } from '@playwright/test'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { createOwner, signInAsOwner } from '#tests/support/browser/owner.ts'
import { beginSale } from '#tests/support/desk/owner-requests.ts'
import { test as base, expect } from '#tests/support/payment/card-payments.ts'

/** Gives the file its own server, so that the dashboard shows its bookings only. */
const test = base.extend({
  serverEnv: ({ double }, use) => use({ ...double.env, SPEC: 'payment-reversals' }),
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('Refunds and disputes from outside are asked about on the dashboard and the booking, and only what remains is offered', async ({
  page,
  server,
  double,
  deliverEvents,
}) => {
  await createOwner(server)
  const sell = async (turn: number, first_name: string) => {
    const sale = await beginSale(server, { service: 'bespoke_planning', turn, first_name })
    double.state.pay(sale.intent)
    await deliverEvents()
    return sale
  }
  const refunded = await sell(0, 'Åse')
  const disputed = await sell(1, 'Bjørn')
  const lost = await sell(2, 'Cecilie')
  const quiet = await sell(3, 'Dag')
  double.state.refund({ payment_intent: refunded.intent })
  const dueBy = Math.floor(Date.now() / 1000) + 7 * 86_400
  double.state.openDispute(disputed.intent, { dueBy })
  const { id } = double.state.openDispute(lost.intent, { dueBy })
  double.state.changeDispute(id, 'lost')
  await deliverEvents()

  await signInAsOwner(page.context(), server)
  await page.goto('/admin/dashboard')
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByText('was refunded at the payment provider')).toBeVisible()
  await expect(waiting.getByText(/Answer in the payment provider’s dashboard by/)).toBeVisible()
  await expect(waiting.getByText('Dispute lost: NOK 4,000')).toBeVisible()
  await expectNoFaults(page, 'attention lines of refunds and disputes')
  const line = waiting.getByRole('listitem').filter({ hasText: 'was refunded at' })
  await line.getByRole('button', { name: 'Keep the meeting' }).press('Enter')
  await expect(line).toHaveCount(0)

  await page.goto(`/admin/bookings/${disputed.bookingId}`)
  await expect(page.getByText('NOK 4,000 is disputed')).toBeVisible()
  await button(page, 'Keep the meeting').press('Enter')
  await expect(page.getByText('The meeting stays as it is.')).toBeVisible()
  await expect(button(page, 'Keep the meeting')).toHaveCount(0)
  await expectNoFaults(page, 'a booking with an open dispute')

  // No event tells of this refund.
  await page.goto(`/admin/bookings/${quiet.bookingId}`)
  await expect(page.getByRole('heading', { name: /^Dag/ })).toBeVisible()
  double.state.refund({ payment_intent: quiet.intent, amount: '100000' })
  double.state.events.length = 0
  await button(page, 'Cancel booking').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
  await expect(dialog.getByText('Only NOK 3,000 can still be refunded')).toBeVisible()
  await expectNoFaults(page, 'a cancellation that can refund a part')
  await dialog.getByRole('button', { name: 'Cancel booking' }).press('Enter')
  await expect(page.getByText('Booking cancelled. Dag is notified by email.')).toBeVisible()
  await expect.poll(() => double.state.sumRefunds(quiet.intent)).toBe(400_000)
})
