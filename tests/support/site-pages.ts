import type { Page } from '@playwright/test'
import { pages } from '#shared/site/pages.ts'
import type { PagePath } from '#shared/site/titles.ts'

/** What anyone may find and read. */
export const publicPages = pages.filter(({ index }) => index).map(({ path }) => path)

/** What one comes to by something of one's own: a booking, or what waits to be sent. */
const personalPages = [
  '/meeting',
  '/booking/manage',
  '/booking/success',
  '/booking/cancel',
  '/on-this-device',
] as const satisfies readonly PagePath[]

export const allPages = [...publicPages, ...personalPages]

/** Opens a page and waits until its script has taken over. */
export async function openReady(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilReady(page)
}

/** React leaves its mark on the elements that are its own. */
export async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const first = document.getElementById('root')?.firstElementChild
    return Object.keys(first ?? {}).some((key) => key.startsWith('__reactProps'))
  })
}

/** Goes where a link would lead, on pages that have none; the router hears of it as of going back. */
export async function travel(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState({ idx: 1, key: address }, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}
