import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { insertJourneys } from '#tests/bench/book/sample-journeys.ts'
import { launchOptions } from '#tests/support/browser/browser.ts'
import { waitUntilDeskCached } from '#tests/support/browser/browser-device.ts'
import { createOwner, signInAsOwner } from '#tests/support/browser/owner.ts'
import { startBuiltServer } from './servers.ts'
import { median } from './statistics.ts'
import { measurePress } from './tab-press.ts'
import type { Row } from './table.ts'

const JOURNEYS = 300
const ITEMS = 40
const RUNS = 7
/** What must be visible before the tab is useful: a row of each state. */
const DRAWN = '//main//h2[.="Ahead"]/following::h2[.="Drafts"]/following::b'

/** Time to show the tab Journeys from local data, offline, with nothing in memory. */
export async function measureJourneys(): Promise<Row[]> {
  const today = new Date(Date.now()).toISOString().slice(0, 10)
  const server = await startBuiltServer((dataDir) =>
    insertJourneys(dataDir, { journeys: JOURNEYS, items: ITEMS, today }),
  )
  const browser = await chromium.launch(launchOptions())
  try {
    await createOwner(server)
    const context = await openCachedDesk(browser, server.url)
    const what = `${JOURNEYS} journeys of ${ITEMS} items, network off`
    return [
      toRow(`the tab, from the press to its list: ${what}`, await measurePresses(context)),
      toRow(`its search, from the key to the rows: ${what}`, await measureSearches(context)),
      {
        ...toRow(`the desk opened there, to its list: ${what}`, await measureColdStarts(context)),
        target: 'none: most of it is the start of the desk',
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

function toRow(label: string, took: readonly number[]): Row {
  const value = `${median(took).toFixed(0)} ms, at worst ${Math.max(...took).toFixed(0)} ms`
  return { label, value, target: '≤ 200 ms' }
}

/** An offline device that has all journeys. */
async function openCachedDesk(browser: Browser, url: string): Promise<BrowserContext> {
  const baseURL = url.replace('127.0.0.1', 'localhost')
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  await signInAsOwner(context, { url: baseURL })
  const page = await context.newPage()
  await page.goto('/admin/journeys')
  await waitUntilDeskCached(page)
  await page.locator(DRAWN).first().waitFor()
  await page.getByRole('button', { name: /^Synced/ }).waitFor()
  await context.setOffline(true)
  await page.close()
  return context
}

async function measurePresses(context: BrowserContext): Promise<number[]> {
  const took: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const page = await context.newPage()
    await page.goto('/admin/settings/video')
    await page.getByRole('heading', { level: 1 }).waitFor()
    took.push(await measurePress(page, 'Journeys', DRAWN))
    await page.close()
  }
  return took
}

/** From the start of the page's scripts to the list. */
async function measureColdStarts(context: BrowserContext): Promise<number[]> {
  const took: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const page = await context.newPage()
    await page.addInitScript(() => Reflect.set(window, 'begun', performance.now()))
    await page.goto('/admin/journeys')
    await page.locator(DRAWN).first().waitFor()
    took.push(await page.evaluate(() => performance.now() - Reflect.get(window, 'begun')))
    await page.close()
  }
  return took
}

async function measureSearches(context: BrowserContext): Promise<number[]> {
  const page = await context.newPage()
  await page.goto('/admin/journeys')
  await page.locator(DRAWN).first().waitFor()
  const took: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const [begun] = await Promise.all([
      page.evaluate(() => performance.now()),
      page.getByRole('searchbox').fill(`journey ${run + 41}`),
    ])
    await page.getByText(/^\d+ journeys? found$/).waitFor({ state: 'attached' })
    took.push((await page.evaluate(() => performance.now())) - begun)
    await page.getByRole('searchbox').fill('')
    await page.locator(DRAWN).first().waitFor()
  }
  await page.close()
  return took
}
