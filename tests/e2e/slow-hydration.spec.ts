import type { Page, Route } from '@playwright/test'
import { fullDate } from '#tests/support/booking/booking-pages.ts'
import { expect, test, withOwnServer } from '#tests/support/browser/e2e.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'
import { getWeekdayAhead } from '#tests/support/server/forms.ts'

test.use(withOwnServer('slow-hydration'))

/** How many times slower than this machine: about a cheap phone. */
const SLOWDOWN = 4

/** Opens a page whose scripts are held back; the returned function lets them through. */
async function openUnhydrated(page: Page, path: string): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isReleased = false
  await page.route('**/assets/*.js', (route) => {
    if (isReleased) return route.continue()
    held.push(route)
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('h1')).toBeVisible()
  return async () => {
    isReleased = true
    await Promise.all(held.map((route) => route.continue()))
  }
}

/**
 * Acts once React has begun to hydrate: `act`, a function of the page, runs as soon as React marks
 * the first element of the page, before the slices that follow. On a fast device there would be none.
 */
async function actDuringHydration(page: Page, act: () => void): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(`
    const watch = () => {
      const first = document.getElementById('root')?.firstElementChild
      const isBegun = Object.keys(first ?? {}).some((key) => key.startsWith('__reactProps'))
      if (!isBegun) return channel.port1.postMessage({})
      const root = document.getElementById('root')
      const key = Object.keys(root).find((name) => name.startsWith('__reactContainer'))
      window.isActedDuring = root[key].stateNode.current.memoizedState.isDehydrated
      ;(${act})()
    }
    const channel = new MessageChannel()
    channel.port2.onmessage = watch
    channel.port1.postMessage({})
  `)
}

const contactForm = (page: Page) => page.getByRole('form', { name: 'Contact form' })

for (const path of ['/', '/contact']) {
  test(`What is typed and ticked in the contact form of ${path} before it is hydrated is kept and sent`, async ({
    page,
  }) => {
    const release = await openUnhydrated(page, path)
    const form = contactForm(page)
    await form.getByLabel('First name').fill('Elisabeth')
    await form.getByLabel('Last name').fill('Sørbø')
    await form.getByLabel('Email').fill('elisabeth@example.com')
    await form.getByLabel('Send me the seasonal letter').check()
    await form.getByLabel(/^Message/).pressSequentially('We are two, perhaps three.')
    await release()
    await expect(form).toHaveJSProperty('noValidate', true)
    await expect(form.getByLabel(/^Message/)).toBeFocused()
    await page.keyboard.type(' In February.')
    await expect(form.getByLabel('First name')).toHaveValue('Elisabeth')
    await expect(form.getByLabel('Send me the seasonal letter')).toBeChecked()
    const posted = page.waitForRequest((request) => request.method() === 'POST')
    await form.getByRole('button', { name: 'Send message' }).click()
    const body = new URLSearchParams((await posted).postData() ?? '')
    expect(body.get('message')).toBe('We are two, perhaps three. In February.')
    expect(body.get('newsletter')).toBe('on')
    await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeFocused()
  })
}

test('What is typed into the contact form before it is hydrated is still there after a visit to another page', async ({
  page,
}) => {
  const release = await openUnhydrated(page, '/contact')
  await contactForm(page).getByLabel('First name').fill('Elisabeth')
  await release()
  await expect(contactForm(page)).toHaveJSProperty('noValidate', true)
  await page.getByRole('link', { name: 'Book a 30-minute video call' }).click()
  await expect(page).toHaveURL('/service/initial-consultation')
  await expect(contactForm(page)).toBeHidden()
  await page.goBack()
  await expect(contactForm(page).getByLabel('First name')).toHaveValue('Elisabeth')
})

test('Text, choices, counts and a list’s option given in the enquiry form before it is hydrated are kept', async ({
  page,
}) => {
  const release = await openUnhydrated(page, '/inquiry-form')
  const firstName = page.getByLabel('First name').first()
  await firstName.fill('Elisabeth')
  await page.getByLabel('Country code').selectOption('SE')
  await page.getByLabel('Text Message').check()
  await page.getByLabel('Iceland').check()
  await page.getByLabel('Adults').fill('2')
  await page.getByLabel('I have read the Privacy Policy').check()
  await release()
  await expect(page.getByText(/^Saved on this device, /)).toBeVisible()
  await expect(firstName).toHaveValue('Elisabeth')
  await expect(page.getByLabel('Country code')).toHaveValue('SE')
  await expect(page.getByLabel('Text Message')).toBeChecked()
  await expect(page.getByLabel('Iceland')).toBeChecked()
  await expect(page.getByLabel('I have read the Privacy Policy')).toBeChecked()
  await expect(page.getByRole('group', { name: 'Traveller 2, adult' })).toBeVisible()
})

for (const path of ['/', '/contact', '/service/initial-consultation', '/inquiry-form']) {
  test(`On ${path} the menu keeps its focus through hydration, and opens if pressed during it`, async ({
    page,
  }) => {
    await actDuringHydration(page, () =>
      document.querySelector<HTMLElement>('a[href$="#footer-nav"]')?.click(),
    )
    const release = await openUnhydrated(page, path)
    await page.getByRole('link', { name: 'Menu' }).focus()
    await release()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    expect(await page.evaluate('window.isActedDuring')).toBe(true)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
    await expect(page).toHaveURL(path)
  })

  test(`On ${path} a link works before, during and after hydration`, async ({ page }) => {
    const footerLink = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })
    await openUnhydrated(page, path)
    await footerLink.click()
    await expect(page).toHaveURL('/privacy-policy')
    await page.unrouteAll()

    await actDuringHydration(page, () =>
      document.querySelector<HTMLElement>('footer a[href="/terms"]')?.click(),
    )
    await page.goto(path)
    await expect(page).toHaveURL('/terms')
    await expect(page).toHaveTitle(/^Terms/)
  })
}

test('The menu pressed before any script leads to the list of pages', async ({ page }) => {
  await openUnhydrated(page, '/contact')
  await page.getByRole('link', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Footer' })).toBeInViewport()
})

test('A day pressed before its times have arrived is chosen', async ({ page }) => {
  const release = await openUnhydrated(page, '/service/initial-consultation')
  const held: Route[] = []
  await page.route(/get-availability/, (route) => void held.push(route))
  await release()
  const day = getWeekdayAhead(1)
  await page.getByRole('button', { name: fullDate(day) }).click()
  await page.unroute(/get-availability/)
  await Promise.all(held.map((route) => route.continue()))
  await expect(page.getByRole('heading', { name: /^Times on / })).toBeVisible()
})

test('Back pressed while a page is hydrated leads to the page before', async ({ page }) => {
  await openHydrated(page, '/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).first().click()
  await expect(page).toHaveTitle(/^Terms/)
  await actDuringHydration(page, () => history.back())
  await page.reload()
  await expect(page).toHaveURL('/about')
  await expect(page).toHaveTitle(/^About/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/driven the road/)
})
