import type { Page } from '@playwright/test'
import '#tests/support/run/site-content.ts'
import type { PagePath } from '#shared/content/pages/page-titles.ts'
import { listPages } from '#shared/site/pages.ts'

/** Pages that search engines may index. */
export const publicPages = listPages()
  .filter(({ isIndexed: index }) => index)
  .map(({ path }) => path)

/** Pages that need something of the visitor's own: a booking, or queued submissions. */
const personalPages = [
  '/meeting',
  '/booking/manage',
  '/booking/success',
  '/booking/cancel',
  '/on-this-device',
] as const satisfies readonly PagePath[]

export const allPages = [...publicPages, ...personalPages]

/** Opens a page and waits until it is hydrated. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitUntilHydrated(page)
}

/** What we read of React's own data: it keeps a tree's root at the element that holds the tree. */
interface ReactContainer {
  stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } }
}

/** Run in the page: whether React shows its first tree, hydrated or rendered. */
export function isHydrated(): boolean {
  const root = document.getElementById('root')
  if (!root?.firstElementChild) return false
  const key = Object.keys(root).find((name) => name.startsWith('__reactContainer'))
  const container = key ? (Reflect.get(root, key) as ReactContainer) : undefined
  return container?.stateNode.current.memoizedState?.isDehydrated === false
}

export async function waitUntilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated)
}

/** Navigates without a link: the router handles it like Back, by a `popstate` event. */
export async function navigateByRouter(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState({ idx: 1, key: address }, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}
