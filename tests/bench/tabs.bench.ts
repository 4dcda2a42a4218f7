import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { launchOptions } from '#tests/support/browser/browser.ts'
import { waitUntilDeskCached } from '#tests/support/browser/browser-device.ts'
import { createOwner, signInAsOwner } from '#tests/support/browser/owner.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'
import { startBuiltServer } from './servers.ts'
import { median } from './statistics.ts'
import { getTab, measurePress } from './tab-press.ts'
import type { Row } from './table.ts'

/** XPath of what must be visible before a tab is useful. */
const tabMarkers: Record<string, string> = {
  Dashboard: '//h2[.="Waiting for you"]',
  CRM: '//ul[@aria-label="Clients"]//b',
  Journeys: '//main//h2[.="Ahead"]/following::b',
  Bookings: '//main//section[@aria-label]//li//time',
  Sales: '//*[@role="radiogroup"][@aria-label="Month"]',
  Forms: '//main//li//time',
  Settings: '//input[@type="time"]',
}

const RUNS = 5

/** Time to show each tab with a year of demo data, offline, with nothing in memory. */
export async function measureTabs(): Promise<Row[]> {
  const server = await startBuiltServer(async (dataDir) => {
    const filled = await runCliCommand('demo', dataDir)
    if (filled.code !== 0) throw new Error(filled.errors)
  })
  const browser = await chromium.launch(launchOptions())
  try {
    await createOwner(server)
    const context = await openCachedDesk(browser, server.url)
    const rows: Row[] = []
    for (const [name, drawn] of Object.entries(tabMarkers)) {
      const took = await measureTab(context, name, drawn)
      rows.push({
        label: `${name}, from the press to its list, network off`,
        value: `${median(took).toFixed(0)} ms, at worst ${Math.max(...took).toFixed(0)} ms`,
        target: '≤ 200 ms',
      })
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** An offline device on which the owner has opened each tab once. */
async function openCachedDesk(browser: Browser, url: string): Promise<BrowserContext> {
  const baseURL = url.replace('127.0.0.1', 'localhost')
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  await signInAsOwner(context, { url: baseURL })
  const page = await context.newPage()
  await page.goto('/admin')
  await waitUntilDeskCached(page)
  for (const [name, drawn] of Object.entries(tabMarkers)) {
    await getTab(page, name).click()
    await page.locator(drawn).first().waitFor()
  }
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.close()
  return context
}

async function measureTab(context: BrowserContext, name: string, drawn: string): Promise<number[]> {
  const took: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const page = await context.newPage()
    await page.goto(name === 'Settings' ? '/admin/sales' : '/admin/settings/video')
    await page.getByRole('heading', { level: 1 }).waitFor()
    took.push(await measurePress(page, name, drawn))
    await page.close()
  }
  return took
}
