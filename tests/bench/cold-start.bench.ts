import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { launchOptions } from '#tests/support/browser/browser.ts'
import { waitUntilControlled } from '#tests/support/browser/offline-site.ts'
import { type RunningServer, startBuiltServer } from './servers.ts'
import { median } from './statistics.ts'
import type { Row } from './table.ts'

const PAGES = ['/', '/services', '/service/initial-consultation', '/inquiry-form']
const RUNS = 7

/** Time to paint a page offline, compared with the server's page without a service worker. */
export async function measureColdStarts(): Promise<Row[]> {
  const server = await startBuiltServer()
  const browser = await chromium.launch(launchOptions())
  try {
    const rows: Row[] = []
    for (const path of PAGES) {
      const floor = await measureOnlinePaint(browser, server, path)
      const took = await measureOfflinePaint(browser, server, path)
      rows.push({
        label: `${path} painted, network off`,
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
async function measureOnlinePaint(
  browser: Browser,
  { url }: RunningServer,
  path: string,
): Promise<number> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' })
  await measurePaint(context, path)
  const took = await measureMedianPaint(context, path)
  await context.close()
  return took
}

async function measureOfflinePaint(
  browser: Browser,
  { url }: RunningServer,
  path: string,
): Promise<number> {
  const baseURL = url.replace('127.0.0.1', 'localhost')
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto('/')
  await waitUntilControlled(page)
  await page.close()
  await context.setOffline(true)
  const took = await measureMedianPaint(context, path)
  await context.close()
  return took
}

async function measureMedianPaint(context: BrowserContext, path: string): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) times.push(await measurePaint(context, path))
  return median(times)
}

/** Milliseconds from the navigation of a new page to its first contentful paint. */
async function measurePaint(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(path)
  const time = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  const took = (await time.jsonValue()) ?? Number.NaN
  await page.close()
  return took
}
