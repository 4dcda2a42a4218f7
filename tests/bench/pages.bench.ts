import { type Browser, chromium, type Page } from '@playwright/test'
import { chooseTime } from '#tests/support/booking/booking-pages.ts'
import { launchOptions } from '#tests/support/browser/browser.ts'
import { createOwner, signInAsOwner } from '#tests/support/browser/owner.ts'
import { countTransfer } from '#tests/support/browser/transfer.ts'
import { startBuiltServer } from './servers.ts'
import { formatKib } from './statistics.ts'
import type { Row } from './table.ts'

const SERVICE = 'bespoke-planning'

/** Bytes that a first visit fetches: of scripts, and in all. */
export async function measurePages(): Promise<Row[]> {
  const server = await startBuiltServer()
  const browser = await chromium.launch(launchOptions())
  const measured = (open: (page: Page) => Promise<unknown>) =>
    measureFetched(browser, server.url, open)
  try {
    return [
      { label: 'Home', value: await measured((page) => page.goto('/')) },
      {
        label: 'booking page, paid service, before its payment step',
        value: await measured((page) => chooseTime(page, SERVICE)),
        target: 'scripts ≤ 130 KiB',
      },
      {
        label: 'the desk’s first screen',
        value: await measured(async (page) => {
          await createOwner(server)
          await signInAsOwner(page.context(), server)
          await page.goto('/admin')
        }),
        target: 'scripts ≤ 190 KiB, with the worker’s',
      },
      {
        label: 'the dashboard',
        value: await measured(async (page) => {
          await signInAsOwner(page.context(), server)
          await page.goto('/admin/dashboard')
        }),
        target: 'scripts ≤ 190 KiB, with the worker’s',
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function measureFetched(
  browser: Browser,
  baseURL: string,
  open: (page: Page) => Promise<unknown>,
): Promise<string> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB' })
  const page = await context.newPage()
  const count = countTransfer(page)
  await open(page)
  await page.waitForLoadState('networkidle')
  const { script, worker, all, uncompressed: plain } = await count()
  await context.close()
  const uncompressed = plain.length > 0 ? `, ${plain.length} scripts without brotli` : ''
  const beside = worker > 0 ? ` and ${formatKib(worker, 1)} of the book’s worker` : ''
  return `scripts ${formatKib(script, 1)}${beside}, all ${formatKib(all, 1)}${uncompressed}`
}
