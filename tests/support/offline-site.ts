import type { BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from './e2e.ts'
import { SiteFront } from './site-front.ts'

/** Browser tests of the installed site: a worker is allowed, and what reaches the server is heard. */
export const test = base.extend<{ front: SiteFront }>({
  serviceWorkers: 'allow',
  front: async ({ server }, use) => {
    const front = await SiteFront.before(server.url)
    await use(front)
    await front.close()
  },
  baseURL: ({ front }, use) => use(front.url),
})

/** Keeping the whole site takes longer than what a test usually waits for. */
const PATIENT = { timeout: 20_000 }

/** Opens the site and waits until a worker answers for it, with all open times at hand. */
export async function install(page: Page): Promise<void> {
  await page.goto('/')
  await untilControlled(page)
  await expect
    .poll(
      () => page.evaluate(async () => (await (await caches.open('times')).keys()).length),
      PATIENT,
    )
    .toBe(3)
}

export async function untilControlled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), PATIENT)
    .toBe('activated')
}

/** The addresses of everything in the browser's caches. */
export function cached(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url)
    return found
  })
}

/** A page with nothing of the earlier one in memory, and neither a server nor a network. */
export async function coldStart(context: BrowserContext, front: SiteFront): Promise<Page> {
  await front.close()
  await context.setOffline(true)
  for (const page of context.pages()) await page.close()
  return context.newPage()
}

export { expect }
