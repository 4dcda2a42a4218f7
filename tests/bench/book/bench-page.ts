import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { build } from 'vite'

/** Opens a page of the origin that contains only the product's modules (`bench`). */
export async function openBenchPage(context: BrowserContext): Promise<Page> {
  const script = await getBundle()
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error))
  await page.route('**/bench.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script src="/bench.js"></script>',
    }),
  )
  await page.route('**/bench.js', (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: script }),
  )
  await page.goto('/bench.html')
  return page
}

let bundlePromise: Promise<string> | undefined

/** The page's script as one bundle, built once. */
function getBundle(): Promise<string> {
  bundlePromise ??= buildBundle()
  return bundlePromise
}

async function buildBundle(): Promise<string> {
  const entry = fileURLToPath(new URL('./page-script.ts', import.meta.url))
  const result = await build({
    configFile: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry, formats: ['iife'], name: 'page', fileName: 'page' },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  for (const output of outputs)
    if ('output' in output)
      for (const file of output.output) if (file.type === 'chunk') return file.code
  throw new Error('Nothing was built')
}

/** Bytes that a page received during `work`, with bodies as compressed. */
export async function measureTransfer(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await work()
  await session.detach()
  return bytes
}
