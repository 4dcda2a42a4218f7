import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { launchOptions } from '#tests/support/browser/browser.ts'
import { waitUntilDeskCached } from '#tests/support/browser/browser-device.ts'
import { createOwner, signInAsOwner } from '#tests/support/browser/owner.ts'
import { buildLongJourney, storeJourney } from '#tests/support/journeys/sample-journeys.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'
import { median } from './statistics.ts'
import type { Row } from './table.ts'

const DAYS = 60
const ITEMS = 600
const OPENINGS = 5
const TEXT = 'The skipper waits at berth three with the engine on. '
const MOVES = 12

/** Tasks from this length on are long: a press during them is felt, milliseconds. */
const LONG_TASK = 50

const journey = buildLongJourney(DAYS, ITEMS)
const path = `/admin/journeys/${journey.id}`

/** Editing a journey of 60 days with 600 items that is shared, without a network. */
export async function measureJourneyEditor(): Promise<Row[]> {
  const server = await ServerProcess.start()
  const browser = await chromium.launch(launchOptions())
  try {
    await createOwner(server)
    const iphone = await HeadlessDevice.create(server, 'iPhone')
    await iphone.pull()
    await storeJourney(iphone, journey)
    const baseURL = server.url.replace('127.0.0.1', 'localhost')
    const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
    await signInAsOwner(context, { url: baseURL })
    await shareJourney(context)
    await context.setOffline(true)
    const openings = await measureOpenings(context)
    return [
      {
        label: 'opening it from the list',
        value: `${median(openings).toFixed(0)} ms, at worst ${Math.max(...openings).toFixed(0)} ms`,
        target: '≤ 200 ms',
      },
      ...(await measureEdits(context)),
    ]
  } finally {
    await browser.close()
    await server.dispose()
  }
}

async function shareJourney(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${path}/share`)
  await waitUntilDeskCached(page)
  await page.getByRole('button', { name: 'Make the link' }).click()
  await expect(page.getByLabel('Private link')).toBeVisible()
  await expect(page.getByText(/^Updated today at/)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.close()
}

async function measureOpenings(context: BrowserContext): Promise<number[]> {
  const took: number[] = []
  for (let run = 0; run < OPENINGS; run++) {
    const page = await context.newPage()
    await page.goto('/admin/journeys')
    const link = page.getByRole('link', { name: 'The long one' })
    await link.waitFor()
    await page.evaluate(recordOpening)
    await link.click()
    const time = await page.waitForFunction(() => Reflect.get(window, 'took') as number | undefined)
    took.push((await time.jsonValue()) ?? Number.NaN)
    await page.close()
  }
  return took
}

/** Runs in the page: sets `took`, the milliseconds from the press to a frame with the day’s items. */
function recordOpening(): void {
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector('[data-item]')) return
        observer.disconnect()
        requestAnimationFrame(() =>
          requestAnimationFrame(() => Reflect.set(window, 'took', performance.now() - timeStamp)),
        )
      }).observe(document, { childList: true, subtree: true })
    },
    { once: true, capture: true },
  )
}

async function measureEdits(context: BrowserContext): Promise<Row[]> {
  const page = await context.newPage()
  await page.goto(`${path}?day=d30`)
  const rows: Row[] = []
  const measure = async (label: string, act: () => Promise<void>) =>
    rows.push(await measureTasks(page, label, act))
  await page.getByRole('link', { name: 'Item 30.5' }).waitFor()
  await page.evaluate(nextFrame)
  await measure('opening an item', async () => {
    await page.getByRole('link', { name: 'Item 30.5' }).click()
    await page.getByLabel('A line for the guests').waitFor()
    await page.evaluate(nextFrame)
  })
  await measure(`typing ${TEXT.length} characters into an item`, async () => {
    await page.getByLabel('A line for the guests').click()
    await page.keyboard.type(TEXT, { delay: 40 })
    await waitUntilSaved(page)
  })
  await page.getByRole('button', { name: 'Close Item 30.5' }).click()
  await measure(`moving an item by keys, ${MOVES} steps`, async () => {
    await page.getByRole('button', { name: 'Move Item 30.1', exact: true }).focus()
    for (let move = 0; move < MOVES; move++) {
      await page.keyboard.press(move % 2 === 0 ? 'Alt+ArrowDown' : 'Alt+ArrowUp')
      await page.evaluate(nextFrame)
    }
  })
  await measure('moving an item to the next day, and back', async () => {
    await page.keyboard.press('Alt+ArrowRight')
    await page.getByRole('heading', { level: 2, name: /Place 31/ }).waitFor()
    await page.evaluate(nextFrame)
    await page.keyboard.press('Alt+ArrowLeft')
    await page.evaluate(nextFrame)
  })
  await measure('showing ten days, one after the other', async () => {
    const days = page.getByRole('navigation', { name: 'Days' }).getByRole('link')
    for (let day = 20; day < 30; day++) {
      await days.nth(day).click()
      await page.evaluate(nextFrame)
    }
  })
  await page.close()
  return rows
}

/** Runs in the page: resolves after the next frame is drawn. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
  )
}

async function waitUntilSaved(page: Page): Promise<void> {
  await page.locator('[data-saving="saved"]').waitFor()
  await page.evaluate(nextFrame)
}

async function measureTasks(page: Page, label: string, act: () => Promise<void>): Promise<Row> {
  await page.evaluate(startWatch)
  await act()
  const { tasks, slowest } = await page.evaluate(endWatch)
  const long =
    tasks.length === 0 ? 'no long task' : `${tasks.length} long tasks, ${tasks.join(', ')} ms`
  return {
    label,
    value: `${long}; slowest answer to a press ${slowest.toFixed(0)} ms`,
    target: `no task ≥ ${LONG_TASK} ms`,
  }
}

interface Watch {
  tasks: number[]
  /** The longest time from a press to the frame that shows its effect, milliseconds. */
  slowest: number
}

/** Runs in the page; without named inner functions, which tsx marks with a helper of its own. */
function startWatch(): void {
  const watch: Watch = { tasks: [], slowest: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watch.tasks.push(Math.round(duration))
  }).observe({ type: 'longtask' })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watch.slowest = Math.max(watch.slowest, duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  Reflect.set(window, 'watch', watch)
}

/** Runs in the page; entries are reported a little later. */
async function endWatch(): Promise<Watch> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  return Reflect.get(window, 'watch') as Watch
}
