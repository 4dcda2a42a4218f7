import type { Page } from '@playwright/test'

export const getTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name })

/** Milliseconds from the press on a tab to a frame with what `drawn`, an XPath, finds. */
export async function measurePress(page: Page, name: string, drawn: string): Promise<number> {
  await page.evaluate(recordDrawTime, drawn)
  await getTab(page, name).click()
  const time = await page.waitForFunction(() => Reflect.get(window, 'took') as number | undefined)
  return (await time.jsonValue()) ?? Number.NaN
}

/** Runs in the page: sets `took`, the milliseconds from the press to a frame with the list. */
function recordDrawTime(drawn: string): void {
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      new MutationObserver((_changes, observer) => {
        const found = document.evaluate(drawn, document, null, XPathResult.BOOLEAN_TYPE)
        if (!found.booleanValue) return
        observer.disconnect()
        requestAnimationFrame(() =>
          requestAnimationFrame(() => Reflect.set(window, 'took', performance.now() - timeStamp)),
        )
      }).observe(document, { childList: true, subtree: true })
    },
    { once: true, capture: true },
  )
}
