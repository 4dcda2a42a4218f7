import { expectNoFaults, expectNoFaultsNow } from '#tests/support/browser/axe.ts'
import { waitUntilDeskCached } from '#tests/support/browser/browser-device.ts'
import {
  expect,
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'

test.use(withOwnServer('desk-preview'))

test('The preview shows the very page with what is typed, also without a connection, at two widths, and nothing in it can be used', async ({
  page,
  front,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signInAsOwner(page.context(), front)
  await page.goto('/admin/site/pages/about')
  await waitUntilDeskCached(page)
  const frame = page.frameLocator('iframe')
  const heading = frame.getByRole('heading', { level: 1, includeHidden: true })
  await expect(heading).toHaveText('I have driven the road before I send you down it.')
  await page.context().setOffline(true)
  await page.reload()
  await page.getByLabel('Heading').first().fill('Twice by <b>ferry</b> & on foot')
  await expect(heading).toHaveText('Twice by <b>ferry</b> & on foot')
  await expect(frame.getByText('You are offline.')).toHaveCount(0)
  const [, shown] = page.frames()
  const measure = () =>
    shown?.evaluate(() => [innerWidth, document.querySelector('[inert] a') !== null])
  expect(await measure()).toEqual([1280, true])
  await page.getByRole('radio', { name: 'Phone' }).check()
  await expect.poll(measure).toEqual([390, true])
  await expectNoFaults(page, 'A page with its preview')
  await page.context().setOffline(false)
})

test('A part of the page is found in it by the keyboard, opens its form, and is left with Escape, on a computer and on a phone', async ({
  page,
  front,
}) => {
  await signInAsOwner(page.context(), front)
  await page.goto('/admin/site/pages/about')
  const frame = page.frameLocator('iframe')
  const promises = frame.getByRole('button', { name: 'Promises' })
  await expect(promises).toBeVisible()
  await frame.getByRole('button', { name: 'Philosophy' }).focus()
  await page.keyboard.press('Tab')
  await expect(promises).toBeFocused()
  await page.keyboard.press('Enter')
  const heading = page.getByLabel('Heading')
  await expect(heading).toBeFocused()
  await expect(heading).toHaveValue('What I promise')
  await expect(promises).toHaveAttribute('aria-current', 'true')
  await heading.fill('What I keep')
  await expect(
    frame.getByRole('heading', { name: 'What I keep', includeHidden: true }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(promises).toBeFocused()
  await expectNoFaults(page, 'A page with a chosen part')
  await page.getByRole('link', { name: 'Story' }).press('Enter')
  await expect(frame.getByRole('button', { name: 'Story' })).toHaveAttribute('aria-current', 'true')

  await page.setViewportSize({ width: 390, height: 844 })
  const form = page.getByRole('region', { name: 'Parts of About' })
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Parts' }).press('Enter')
  await expect(form.getByRole('heading', { name: 'Story' })).toBeFocused()
  await expectNoFaultsNow(page, 'The form of a part as a sheet')
  await form.getByRole('heading', { name: 'Story' }).press('Escape')
  await expect(form).toBeHidden()
  await expect(frame.getByRole('button', { name: 'Story' })).toBeFocused()
})

test('Only the preview may be framed, and only by this site; by itself it shows nothing', async ({
  page,
  front,
  server,
}) => {
  const readPolicy = async (path: string) => {
    const { headers } = await fetch(server.url + path)
    const [, ancestors] =
      /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '') ?? []
    return [ancestors, headers.get('x-frame-options')]
  }
  expect(await readPolicy('/preview')).toEqual(["'self'", 'SAMEORIGIN'])
  for (const path of [
    '/',
    '/about',
    '/admin',
    '/admin/site',
    '/journey/x',
    '/preview/',
    '/previews',
  ])
    expect(await readPolicy(path), path).toEqual(["'none'", 'DENY'])
  await page.goto(`${front.url}/preview`)
  await expect(page.locator('#root')).toHaveText('')
})
