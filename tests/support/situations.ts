import { expect, type Page } from '@playwright/test'
import { test } from './owner.ts'
import { openReady } from './site-pages.ts'

/** One line of the error catalogue, and how it comes about. */
export interface Situation {
  what: string
  /** Word for word what the screen then says. */
  text: string | RegExp
  /** What its console then says. */
  logged?: string
  happen: (page: Page) => Promise<unknown>
}

/** Answers a function, or the form post, as a server in trouble does. */
export async function broken(page: Page, name: string, status = 500): Promise<void> {
  const isIt = (url: URL) => url.pathname === (name === '/' ? '/' : `/functions/${name}`)
  await page.route(isIt, (route) =>
    name === '/' && route.request().method() !== 'POST'
      ? route.continue()
      : route.fulfill({ status, contentType: 'application/json', body: '{"code":"failed"}' }),
  )
}

/** As if nobody were there: the question gets no answer. */
export const silent = (page: Page, name: string) =>
  page.route(`**/functions/${name}*`, (route) => route.abort())

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

export async function sendContact(page: Page): Promise<void> {
  await openReady(page, '/contact')
  await page.getByLabel('First name').fill('Elisabeth')
  await page.getByLabel('Last name').fill('Vance')
  await page.getByLabel('Email').fill('elisabeth@example.com')
  await press(page, 'Send message')
}

/** Makes it happen, and looks for its words. */
export async function see(
  page: Page,
  { what, text, logged = '', happen }: Situation,
): Promise<void> {
  await test.step(what, async () => {
    const lines: string[] = []
    page.on('console', (line) => lines.push(line.text()))
    await happen(page)
    await expect(page.getByText(text).first(), what).toBeVisible()
    expect(lines.join('\n')).toContain(logged)
    // Before the trouble ends: what waits would be sent.
    await page.close()
  })
}
