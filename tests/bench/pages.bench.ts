import { type Browser, chromium, type Page } from '@playwright/test'
import { chooseTime } from '#tests/support/booking-pages.ts'
import { launchOptions } from '#tests/support/browser.ts'
import { makeOwner, signInAsOwner } from '#tests/support/owner.ts'
import { countTransfer } from '#tests/support/transfer.ts'
import { kib } from './figures.ts'
import { startBuilt } from './servers.ts'
import type { Row } from './table.ts'

const SERVICE = 'bespoke-planning'

/** Bytes that a first visit fetches: of scripts, and in all. */
export async function pageRows(): Promise<Row[]> {
  const server = await startBuilt()
  const browser = await chromium.launch(launchOptions())
  const measured = (open: (page: Page) => Promise<unknown>) => fetched(browser, server.url, open)
  try {
    return [
      { what: 'Home', value: await measured((page) => page.goto('/')) },
      {
        what: 'booking page, paid service, before its payment step',
        value: await measured((page) => chooseTime(page, SERVICE)),
        aim: 'scripts ≤ 130 KiB',
      },
      {
        what: 'the desk’s first screen',
        value: await measured(async (page) => {
          await makeOwner(server)
          await signInAsOwner(page.context(), server)
          await page.goto('/admin')
        }),
        aim: 'scripts ≤ 190 KiB, with the worker’s',
      },
      {
        what: 'the dashboard',
        value: await measured(async (page) => {
          await signInAsOwner(page.context(), server)
          await page.goto('/admin/dashboard')
        }),
        aim: 'scripts ≤ 190 KiB, with the worker’s',
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function fetched(
  browser: Browser,
  baseURL: string,
  open: (page: Page) => Promise<unknown>,
): Promise<string> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB' })
  const page = await context.newPage()
  const count = countTransfer(page)
  await open(page)
  await page.waitForLoadState('networkidle')
  const { script, worker, all, plain } = await count()
  await context.close()
  const uncompressed = plain.length > 0 ? `, ${plain.length} scripts without brotli` : ''
  const beside = worker > 0 ? ` and ${kib(worker, 1)} of the book’s worker` : ''
  return `scripts ${kib(script, 1)}${beside}, all ${kib(all, 1)}${uncompressed}`
}
