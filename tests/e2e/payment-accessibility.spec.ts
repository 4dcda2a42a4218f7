import type { Page } from '@playwright/test'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { expect, test } from '#tests/support/browser/e2e.ts'
import { cards, fillDemoCard, openPayment, pay } from '#tests/support/payment/payment-pages.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test('A visitor pays and answers the bank’s check with the keyboard alone', async ({ page }) => {
  await openPayment(page)
  await expect(page.getByLabel('Card number')).toBeVisible()
  await typeInto(page, 'Card number', '4000002500003155')
  await typeInto(page, 'Expiry', '1230')
  await typeInto(page, 'CVC', '314')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Approve the payment')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await pressTabUntil(page, 'Return to Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})

// Slow, because axe examines the whole page ten times.
test('The payment step has no accessibility faults in any of its states, on a phone or a desktop', async ({
  page,
  errors,
}) => {
  test.slow()
  errors.allow(/402/)
  await openPayment(page)
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expectNoFaults(page, 'payment step')
  await pay(page)
  await expect(page.getByText('Please enter the card number.')).toBeVisible()
  await expectNoFaults(page, 'payment step with errors')
  await fillDemoCard(page, cards.declined)
  await pay(page)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expectNoFaults(page, 'declined')
  await fillDemoCard(page, cards.authenticationRequired)
  await pay(page)
  await expect(heading(page, 'Approve the payment')).toBeVisible()
  await expectNoFaults(page, 'approval')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await expect(page.getByText('25% VAT included')).toBeVisible()
  await expectNoFaults(page, 'success')
})

test('The final pages without a payment have no accessibility faults, on a phone or a desktop', async ({
  page,
  errors,
}) => {
  errors.allow(/404/)
  await page.goto('/booking/success')
  await expect(heading(page, 'Invalid booking reference')).toBeVisible()
  await expectNoFaults(page, 'invalid reference')
  await page.goto('/booking/success?id=AAAAAAAAAAAAAAAAAAAAAA')
  await expect(heading(page, 'Failed to verify payment')).toBeVisible()
  await expectNoFaults(page, 'not verified')
  await page.goto('/booking/cancel?id=AAAAAAAAAAAAAAAAAAAAAA')
  await expect(heading(page, 'Payment Cancelled')).toBeVisible()
  await expectNoFaults(page, 'cancelled')
})

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    const reached = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.innerText : ''
    })
    if (reached === label) return page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard never reached ${label}`)
}

async function pressTabUntil(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await page.evaluate((text) => document.activeElement?.textContent === text, name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard never reached ${name}`)
}
