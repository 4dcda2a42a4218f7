import { expect, installSite, test } from '#tests/support/browser/offline-site.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'
import { listPrecachedFiles } from '#tests/support/browser/transfer.ts'

test('A browser can install the site, and its shortcuts and icons exist', async ({
  page,
  context,
}) => {
  await installSite(page)
  const browser = await context.newCDPSession(page)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // A test runs in a private window, from which nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest.id).toBe('/')
  expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toEqual(['Book', 'Clients'])
  for (const { src, sizes } of manifest.icons) expect(await sizeOf(src), src).toBe(sizes)
  for (const { url } of manifest.shortcuts)
    expect((await page.request.get(url)).status(), url).toBe(200)

  function sizeOf(address: string): Promise<string> {
    return page.evaluate(async (src) => {
      const picture = await createImageBitmap(await (await fetch(src)).blob())
      return `${picture.width}x${picture.height}`
    }, address)
  }
})

test('The menu offers to install the site only if the browser supports it, and no longer once the offer is used', async ({
  page,
}) => {
  await openHydrated(page, '/')
  const offer = page.getByRole('button', { name: 'Keep this site on your device' })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(offer).toHaveCount(0)
  const isPrevented = await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = () => Reflect.set(window, 'asked', true)
    dispatchEvent(Object.assign(event, { prompt }))
    return event.defaultPrevented
  })
  expect(isPrevented).toBe(true)
  expect(await page.evaluate(() => Reflect.has(window, 'asked'))).toBe(false)
  await offer.click()
  expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toBe(true)
  await expect(offer).toHaveCount(0)
})

test('The precache is at most 1.84 MB and contains nothing that only launchers and other sites need', async ({
  baseURL,
}) => {
  const precached = await listPrecachedFiles(String(baseURL))
  expect(precached.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(1_840_000)
  expect(
    precached.filter(({ url: address }) => /^\/og\/|512|\.(br|gz|txt|xml)$/.test(address)),
  ).toEqual([])
})
