import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { ServerProcess } from './server.ts'

export interface WorkerFixtures {
  /** Settings of the worker's server: `test.use({ serverEnv: {…} })` at the top of a file. */
  serverEnv: Record<string, string>
  server: ServerProcess
}

export interface TestFixtures {
  errors: BrowserErrors
  /** Somebody else: a page in a browser context of its own, watched like the first. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>
}

/** The console errors and uncaught exceptions of a test's pages. */
class BrowserErrors {
  private readonly seen: string[] = []
  private readonly expected: RegExp[] = []

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error') this.seen.push(`${message.text()} ${message.location().url}`)
    })
    context.on('weberror', (error) => this.seen.push(String(error.error())))
  }

  /** Announces an error that belongs to this test, such as the browser's note of a 409. */
  allow(pattern: RegExp): void {
    this.expected.push(pattern)
  }

  unexpected(): string[] {
    return this.seen.filter((text) => !this.expected.some((pattern) => pattern.test(text)))
  }
}

/**
 * Browser tests against the built server. Each worker has a server with data of its own; a test
 * fails on any console error or uncaught exception that it did not announce.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverEnv: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ serverEnv }, use) => {
      const server = await ServerProcess.start({ env: serverEnv })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  errors: [
    async ({ context }, use) => {
      const errors = new BrowserErrors()
      errors.watch(context)
      await use(errors)
      expect(errors.unexpected(), 'errors in the browser').toEqual([])
    },
    { auto: true },
  ],
  newVisitor: async ({ browser, baseURL, errors }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options })
      errors.watch(context)
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

/** For a file that books: a server apart, so that no other file has taken its times. */
export function ownServer(file: string): { serverEnv: Record<string, string> } {
  return { serverEnv: { SPEC: file } }
}

export { expect }
