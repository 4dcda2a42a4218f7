import type { BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from './e2e.ts'
import { SiteProxy } from './site-proxy.ts'

/** Browser tests of the installed site: service workers are allowed, a front records requests. */
export const test = base.extend<{ front: SiteProxy }>({
  serviceWorkers: 'allow',
  front: async ({ server }, use) => {
    const front = await SiteProxy.start(server.url)
    await use(front)
    await front.close()
  },
  baseURL: ({ front }, use) => use(front.url),
})

/** Milliseconds; caching the whole site takes longer than the usual wait of a test. */
const SLOW_POLL = { timeout: 30_000, intervals: [100] }

/** Opens the site; waits until a service worker controls it and has cached all services' slots. */
export async function installSite(page: Page): Promise<void> {
  await page.goto('/')
  await waitUntilControlled(page)
  await expect
    .poll(
      () => page.evaluate(async () => (await (await caches.open('times')).keys()).length),
      SLOW_POLL,
    )
    .toBe(3)
}

export async function waitUntilControlled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), SLOW_POLL)
    .toBe('activated')
}

/** The addresses of everything in the browser's caches. */
export function listCachedUrls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url)
    return found
  })
}

/** Looks for a new version, as browsers do from time to time; waits until one is installed. */
export async function checkForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect
    .poll(
      () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state),
      SLOW_POLL,
    )
    .toBe('installed')
}

/** Counts the loads of a page from now on. */
export function countLoads(page: Page): { loads: number } {
  const count = { loads: 0 }
  page.on('load', () => {
    count.loads++
  })
  return count
}

/** Holds a Web Lock for a page until the returned function is called. */
export async function holdLock(page: Page, name: string): Promise<() => Promise<void>> {
  await page.evaluate(
    (lock) =>
      new Promise<void>((resolve) => {
        const released = new Promise<void>((release) => Reflect.set(window, 'release', release))
        void navigator.locks.request(lock, () => {
          resolve()
          return released
        })
      }),
    name,
  )
  return () => page.evaluate(() => Reflect.get(window, 'release')())
}

/** Closes all pages and opens a new one without server or network: nothing is left in memory. */
export async function openAfterColdStart(context: BrowserContext, front: SiteProxy): Promise<Page> {
  await front.close()
  await context.setOffline(true)
  for (const page of context.pages()) await page.close()
  return context.newPage()
}

export { expect }
