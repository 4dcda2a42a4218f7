import type { Page } from '@playwright/test'
import { getTexts } from '#shared/content/site-content.ts'
import { expect, test } from '#tests/support/browser/e2e.ts'
import { Keyboard } from '#tests/support/browser/keyboard.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'

const home = '/'
const artistry = '/services/nordic-luxury-travel'

const journeys = getTexts('artistry').journeys.list ?? []
const titles = journeys.map(({ title }) => title)

const card = (page: Page, title: string) =>
  page.getByRole('link').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** The headings of sections and cards, in their order. */
const listHeadings = (page: Page) =>
  page.locator('main').getByRole('heading', { level: 2 }).allTextContents()

test.describe('Without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('Home shows the journeys after its two crafts, and Artistry shows them before its offers', async ({
    page,
  }) => {
    await page.goto(home)
    const onHome = await listHeadings(page)
    expect(onHome.indexOf('Three ways through the North')).toBe(onHome.indexOf('Our Craft') + 1)
    await expect(page.getByRole('heading', { name: 'Our Values' })).toBeVisible()
    await page.goto(artistry)
    expect((await listHeadings(page)).slice(0, 2)).toEqual([
      'Three journeys, to show what is possible',
      'Two ways to begin',
    ])
  })

  test('The cards are the same on both pages: chart, price and a link to talk about the journey', async ({
    page,
  }) => {
    const cards = []
    for (const path of [home, artistry]) {
      await page.goto(path)
      for (const { title, slug, chartText } of journeys ?? []) {
        const found = card(page, title)
        await expect(found).toHaveAttribute('href', `/service/initial-consultation?journey=${slug}`)
        await expect(found.getByRole('img', { name: chartText })).toBeVisible()
        cards.push(await found.textContent())
      }
    }
    expect(cards).toHaveLength(2 * titles.length)
    expect(cards.slice(titles.length)).toEqual(cards.slice(0, titles.length))
    expect(cards[0]).toContain('From NOK\u00a068,000 for two')
  })

  test('Services lists each journey by title and price', async ({ page }) => {
    await page.goto('/services')
    await expect(
      page.getByRole('link', {
        name: 'Lofoten, by sea Eight days, June From NOK\u00a068,000 for two',
      }),
    ).toHaveAttribute('href', `${artistry}#lofoten-by-sea`)
    for (const title of titles) await expect(page.getByRole('link', { name: title })).toBeVisible()
  })
})

test('A journey on Services leads to its card', async ({ page }) => {
  await openHydrated(page, '/services')
  await page.getByRole('link', { name: 'Copenhagen to Skagen, slowly' }).click()
  await expect(page).toHaveURL(/#copenhagen-to-skagen$/)
  await expect(page.getByRole('heading', { name: 'Copenhagen to Skagen, slowly' })).toBeInViewport()
})

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('The journeys are a row of cards of 300 px to swipe; the keyboard brings each into view, and the page stays as wide as the window', async ({
    page,
  }) => {
    for (const path of [home, artistry]) {
      await openHydrated(page, path)
      const keys = new Keyboard(page)
      const [first = '', ...others] = titles
      await card(page, first).focus()
      await expect(card(page, first)).toBeInViewport()
      expect(await card(page, first).evaluate((link) => link.clientWidth)).toBe(300)
      for (const title of others) {
        await keys.reach(card(page, title))
        const heading = page.getByRole('heading', { name: title, exact: true })
        await expect(heading).toBeInViewport({ ratio: 1 })
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      const row = page.getByRole('list').filter({ has: card(page, first) })
      await expect(row.first()).toHaveCSS('scroll-snap-type', 'x mandatory')
    }
  })
})
