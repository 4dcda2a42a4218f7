import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { launchOptions } from '#tests/support/browser.ts'
import { untilControlled } from '#tests/support/offline-site.ts'
import { median } from './figures.ts'
import { type Running, startBuilt } from './servers.ts'
import type { Row } from './table.ts'

const PAGES = ['/', '/services', '/service/initial-consultation', '/inquiry-form']
const RUNS = 7

/** Time to paint a page offline, compared with the server's page without a service worker. */
export async function coldStartRows(): Promise<Row[]> {
  const server = await startBuilt()
  const browser = await chromium.launch(launchOptions())
  try {
    const rows: Row[] = []
    for (const path of PAGES) {
      const floor = await paintedOnline(browser, server, path)
      const took = await paintedOffline(browser, server, path)
      rows.push({
        what: `${path} painted, network off`,
        value: `${took.toFixed(0)} ms`,
        ratio: floor / took,
      })
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** With a warm browser cache, as for a returning visitor. */
async function paintedOnline(browser: Browser, { url }: Running, path: string): Promise<number> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' })
  await painted(context, path)
  const took = await medianPaint(context, path)
  await context.close()
  return took
}

async function paintedOffline(browser: Browser, { url }: Running, path: string): Promise<number> {
  const baseURL = url.replace('127.0.0.1', 'localhost')
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto('/')
  await untilControlled(page)
  await page.close()
  await context.setOffline(true)
  const took = await medianPaint(context, path)
  await context.close()
  return took
}

async function medianPaint(context: BrowserContext, path: string): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) times.push(await painted(context, path))
  return median(times)
}

/** Milliseconds from the navigation of a new page to its first contentful paint. */
async function painted(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(path)
  const time = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  const took = (await time.jsonValue()) ?? Number.NaN
  await page.close()
  return took
}
