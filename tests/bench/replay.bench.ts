import { randomUUID } from 'node:crypto'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '#tests/support/browser/browser.ts'
import { waitUntilControlled } from '#tests/support/browser/offline-site.ts'
import { buildQueuedMessage, putEntries, readEntries } from '#tests/support/outbox/outbox-pages.ts'
import { startBuiltServer } from './servers.ts'
import type { Row } from './table.ts'

const ENTRIES = 50

/**
 * How long the service worker takes to drain an outbox that was filled offline. The floor is as
 * many posts, one after the other, without storing anything on the device.
 */
export async function measureReplays(): Promise<Row[]> {
  const server = await startBuiltServer()
  const browser = await chromium.launch(launchOptions())
  try {
    const page = await browser.newPage({ baseURL: server.url.replace('127.0.0.1', 'localhost') })
    await page.goto('/')
    await waitUntilControlled(page)
    const floor = await measurePosts(page)
    const took = await measureReplay(page)
    return [
      {
        label: `${ENTRIES} queued submissions sent by the worker`,
        value: `${(took / 1000).toFixed(2)} s`,
        ratio: floor / took,
        target: '≤ 3 s on an idle machine',
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Milliseconds from the message to the worker until its answer that the outbox is drained. */
async function measureReplay(page: Page): Promise<number> {
  const queued = Array.from({ length: ENTRIES }, () => buildQueuedMessage(randomUUID(), 'Waiting'))
  await putEntries(page, queued)
  const took = await page.evaluate(async () => {
    const before = performance.now()
    const { port1, port2 } = new MessageChannel()
    const answered = new Promise((resolve) => {
      port1.onmessage = resolve
    })
    navigator.serviceWorker.controller?.postMessage({ type: 'drain', skipBackoff: true }, [port2])
    await answered
    return performance.now() - before
  })
  const sent = (await readEntries(page)).filter(({ state }) => state === 'sent')
  if (sent.length !== ENTRIES) throw new Error(`${sent.length} of ${ENTRIES} were sent`)
  return took
}

async function measurePosts(page: Page): Promise<number> {
  const { fields } = buildQueuedMessage(randomUUID(), 'The floor')
  const keys = Array.from({ length: ENTRIES }, () => randomUUID())
  return page.evaluate(
    async ([form, all]) => {
      const before = performance.now()
      for (const key of all)
        await fetch('/', {
          method: 'POST',
          headers: { Accept: 'application/json', 'Idempotency-Key': key },
          body: new URLSearchParams({ 'form-name': 'contact', ...form }),
        })
      return performance.now() - before
    },
    [fields ?? {}, keys] as const,
  )
}
