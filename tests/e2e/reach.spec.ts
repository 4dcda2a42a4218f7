import { expect, test } from '#tests/support/browser/e2e.ts'
import { findFaultsOfReach, ZOOMED } from '#tests/support/browser/reach.ts'
import { allPages, openHydrated } from '#tests/support/browser/site-pages.ts'

test('Everything on every public page can be read and pressed at 400 % zoom and in text of twice the size', async ({
  page,
  errors,
}) => {
  test.slow()
  errors.allow(/status of 404.*no-such-page/)
  await page.setViewportSize(ZOOMED)
  const faults: string[] = []
  for (const address of [...allPages, '/account', '/no-such-page']) {
    await openHydrated(page, address)
    const menu = page.getByRole('button', { name: 'Menu' })
    const expectMenu = () => expect(menu, address).toBeInViewport({ ratio: 1 })
    faults.push(...(await findFaultsOfReach(page, address, expectMenu)))
  }
  expect(faults).toEqual([])
})
