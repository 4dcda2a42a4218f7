import { expect, test } from '@playwright/test'
import '#tests/support/run/site-content.ts'
import { buyers, kinds, sellers, writeDocument } from '#tests/mail/sales-documents.ts'

// What they say is in `tests/mail/sales-documents.test.ts`. Pictures are in test-results/sales-documents.
test('Every kind of sales document fits a phone and a wide window, for every kind of buyer', async ({
  page,
}) => {
  // Of all sellers this one has the most to say.
  const seller = sellers['registered for VAT, in Foretaksregisteret']
  for (const [who, buyer] of Object.entries(buyers))
    for (const kind of kinds) {
      const { html } = await writeDocument(kind, buyer, seller)
      await page.setContent(html)
      for (const width of [390, 820]) {
        await page.setViewportSize({ width, height: 844 })
        const { overflow, height } = await page.evaluate(() => {
          const { scrollWidth, scrollHeight } = document.documentElement
          return { overflow: scrollWidth - innerWidth, height: scrollHeight }
        })
        expect(overflow, `${kind}, ${who}, ${width}`).toBeLessThanOrEqual(0)
        // A viewport of the page's height, since Chromium at times refuses to capture beyond one.
        await page.setViewportSize({ width, height })
        const name = `${kind}, ${who}, ${width}`.replaceAll(/[ ,]+/g, '-')
        await page.screenshot({ path: `test-results/sales-documents/${name}.png` })
      }
    }
})
