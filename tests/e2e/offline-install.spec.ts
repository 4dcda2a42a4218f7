import { fileURLToPath } from 'node:url'
import { keptFiles } from '#tests/support/kept-files.ts'
import { expect, install, test } from '#tests/support/offline-site.ts'
import { openReady } from '#tests/support/site-pages.ts'

const site = fileURLToPath(new URL('../../dist/client', import.meta.url))

test('a browser finds all it needs to install the site, with shortcuts and pictures that are there', async ({
  page,
  context,
}) => {
  await install(page)
  const browser = await context.newCDPSession(page)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // A test runs in a private window, from which nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest.id).toBe('/')
  expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toEqual(['Book', 'Clients'])
  const pictures: { src: string; sizes: string }[] = [...manifest.icons, ...manifest.screenshots]
  for (const { src, sizes } of pictures) expect(await sizeOf(src), src).toBe(sizes)
  for (const { url } of manifest.shortcuts)
    expect((await page.request.get(url)).status(), url).toBe(200)

  function sizeOf(address: string): Promise<string> {
    return page.evaluate(async (src) => {
      const picture = await createImageBitmap(await (await fetch(src)).blob())
      return `${picture.width}x${picture.height}`
    }, address)
  }
})

test('an offer to install stands in the menu where the browser has one, and is gone once it was taken', async ({
  page,
}) => {
  await openReady(page, '/')
  const offer = page.getByRole('button', { name: 'Keep this site on your device' })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(offer).toHaveCount(0)
  const held = await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = () => Reflect.set(window, 'asked', true)
    dispatchEvent(Object.assign(event, { prompt }))
    return event.defaultPrevented
  })
  expect(held).toBe(true)
  expect(await page.evaluate(() => Reflect.has(window, 'asked'))).toBe(false)
  await offer.click()
  expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toBe(true)
  await expect(offer).toHaveCount(0)
})

test('what is kept on a device is at most 1.5 MB, and nothing that only launchers and other sites want', () => {
  const kept = keptFiles(site)
  expect(kept.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(1_500_000)
  expect(
    kept.filter(({ address }) => /^\/(og|screenshots)\/|512|\.(br|gz|txt|xml)$/.test(address)),
  ).toEqual([])
})
