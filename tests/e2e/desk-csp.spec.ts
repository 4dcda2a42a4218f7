import type { Page } from '@playwright/test'
import { expect, waitUntilControlled } from '#tests/support/browser/offline-site.ts'
import {
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'

test.use(withOwnServer('desk-policy'))

/** Whether the document's policy allows the payment provider's script; nothing is fetched. */
function allowsPaymentScript(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const script = document.createElement('script')
        const finish = (allowed: boolean) => () => {
          script.remove()
          resolve(allowed)
        }
        document.addEventListener('securitypolicyviolation', finish(false), { once: true })
        script.onload = finish(true)
        script.src = 'https://js.stripe.com/x.js'
        document.head.append(script)
      }),
  )
}

test('The desk’s security policy blocks the payment provider, with or without a service worker, also when entered from a public page', async ({
  page,
  context,
  front,
  errors,
}) => {
  errors.allow(/Content Security Policy|ERR_BLOCKED_BY_CSP/)
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await signInAsOwner(context, front)
  await page.goto('/admin/bookings')
  expect(await allowsPaymentScript(page)).toBe(false)
  await page.goto('/')
  await waitUntilControlled(page)
  expect(await allowsPaymentScript(page)).toBe(true)
  await page.goto('/admin/bookings')
  expect(await allowsPaymentScript(page)).toBe(false)

  await page.goto('/account')
  const [renewed] = await Promise.all([
    page.waitForRequest((request) => request.isNavigationRequest()),
    page.getByRole('link', { name: 'Go to the desk' }).click(),
  ])
  expect(new URL(renewed.url()).pathname).toMatch(/^\/admin/)
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  expect(await allowsPaymentScript(page)).toBe(false)
})

test('Offline, the desk on a device that never opened it shows a notice to connect first, and opens once online', async ({
  page,
  context,
  front,
  errors,
}) => {
  errors.allow(/Failed to load resource|dynamically imported module|ERR_/)
  await page.goto('/')
  await waitUntilControlled(page)
  await signInAsOwner(context, front)
  await front.close()
  await page.goto('/admin')
  await expect(
    page.getByRole('heading', { name: 'Please connect to the internet first' }),
  ).toBeVisible()
  await front.open()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
})
