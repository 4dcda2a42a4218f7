import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Worker,
} from '@playwright/test'
import '#tests/support/run/site-content.ts'
import { StripeDouble } from '#tests/support/payment/stripe-double.ts'
import { ServerProcess } from '#tests/support/server/server.ts'

/** All worker fixtures: a file that adds others would get a browser of its own. */
export interface WorkerFixtures {
  servers: Servers
  /** The double of the payment provider's HTTP API; its `env` points a server to it. */
  double: StripeDouble
}

export interface TestFixtures {
  /** Settings of the server: `test.use({ serverEnv: {…} })` at the top of a file. */
  serverEnv: Record<string, string>
  server: ServerProcess
  errors: BrowserErrors
  /** Opens another visitor's page in its own browser context; errors there fail the test, too. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>
}

/**
 * React's errors, such as 418: it drew a page again, because its HTML differed from what the browser
 * rendered, and what was typed before may be lost. Only a pattern that names them allows them.
 */
const REACT_ERROR = /React error|[Hh]ydrat/

/** How a worker asks the browser for another sync: the promise of the event rejects. */
const SYNC_AGAIN = /^Error: .* The browser should sync again\.\s*$/

/** The console errors and uncaught exceptions of a test's pages and service workers. */
export class BrowserErrors {
  private readonly messages: string[] = []
  private readonly expected: RegExp[] = [SYNC_AGAIN]

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error')
        this.messages.push(`${message.text()} ${message.location().url}`)
    })
    context.on('weberror', (error) => this.messages.push(String(error.error())))
    context.on('serviceworker', (worker) => this.logExceptions(worker))
    for (const worker of context.serviceWorkers()) this.logExceptions(worker)
  }

  /** Playwright reports what a service worker logs, and not its exceptions, so it logs these. */
  private logExceptions(worker: Worker): void {
    const logged = worker.evaluate(() => {
      addEventListener('error', ({ message }) => console.error(message))
      addEventListener('unhandledrejection', ({ reason }) => console.error(String(reason)))
    })
    // The worker may have ended meanwhile.
    logged.catch(() => {})
  }

  /** Allows an error that belongs to this test, such as the browser's message about a 409. */
  allow(pattern: RegExp): void {
    this.expected.push(pattern)
  }

  listUnexpected(): string[] {
    const allows = (pattern: RegExp, text: string) =>
      pattern.test(text) && (!REACT_ERROR.test(text) || REACT_ERROR.test(pattern.source))
    return this.messages.filter((text) => !this.expected.some((pattern) => allows(pattern, text)))
  }
}

/** The servers of one worker. A file's own servers stop when the next file asks for its own. */
class Servers {
  private readonly started = new Map<string, Promise<ServerProcess>>()
  private currentFile: string | undefined

  /** The server of this name, started at the first call. */
  async get(name: string, start: () => Promise<ServerProcess>): Promise<ServerProcess> {
    const known = this.started.get(name)
    if (known !== undefined) return known
    const server = start()
    this.started.set(name, server)
    return server
  }

  async getForSettings(env: Record<string, string>, name = ''): Promise<ServerProcess> {
    const { SPEC: file } = env
    if (file !== undefined && file !== this.currentFile) {
      await this.dispose(
        (one) => this.currentFile !== undefined && one.includes(`"${this.currentFile}"`),
      )
      this.currentFile = file
    }
    return this.get(`${name} ${JSON.stringify(env)}`, () => ServerProcess.start({ env }))
  }

  async dispose(which: (name: string) => boolean = () => true): Promise<void> {
    for (const [name, server] of this.started) {
      if (!which(name)) continue
      this.started.delete(name)
      await (await server).dispose()
    }
  }
}

/**
 * Browser tests against the built server. Each worker has its own servers with their own data. A
 * test fails on any console error or uncaught exception that it did not allow (`errors.allow`).
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  servers: [
    // Playwright demands a destructured parameter here, and lint refuses an empty pattern.
    async ({ browserName: _any }, use) => {
      const servers = new Servers()
      await use(servers)
      await servers.dispose()
    },
    { scope: 'worker' },
  ],
  double: [
    async ({ browserName: _any }, use) => {
      const double = await StripeDouble.start()
      await use(double)
      await double.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [{}, { option: true }],
  server: async ({ servers, serverEnv }, use) => use(await servers.getForSettings(serverEnv)),
  baseURL: ({ server }, use) => use(server.url),
  errors: [
    async ({ browser, context }, use) => {
      const errors = new BrowserErrors()
      await prepareContext(context, errors)
      const stopWatching = watchNewContexts(browser, errors)
      await use(errors)
      stopWatching()
      expect(errors.listUnexpected(), 'errors in the browser').toEqual([])
    },
    { auto: true },
  ],
  newVisitor: async ({ browser, baseURL, errors: _watches }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options })
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

/** Milliseconds; all tests must pass, too, as on a slow device. */
const { SLOW_RENDERING } = process.env

async function prepareContext(context: BrowserContext, errors: BrowserErrors): Promise<void> {
  errors.watch(context)
  if (SLOW_RENDERING) await slowDownRendering(context, Number(SLOW_RENDERING))
}

/** Watches every context that the test or its helpers open, however they do. */
function watchNewContexts(browser: Browser, errors: BrowserErrors): () => void {
  const { newContext } = browser
  browser.newContext = async (options) => {
    const context = await newContext.call(browser, options)
    await prepareContext(context, errors)
    return context
  }
  return () => {
    browser.newContext = newContext
  }
}

/** Gives a file that books its own server, so that no other file has taken its slots. */
export function withOwnServer(file: string): { serverEnv: Record<string, string> } {
  return { serverEnv: { SPEC: file } }
}

export { expect }

/**
 * Delays each turn of React's scheduler, as on a slow device: transitions, effects and parts that are
 * hydrated later come late, while presses and keys are handled at once.
 */
export async function slowDownRendering(
  context: BrowserContext,
  milliseconds: number,
): Promise<void> {
  await context.addInitScript((delay) => {
    const wait = globalThis.setTimeout
    globalThis.MessageChannel = class extends MessageChannel {
      constructor() {
        super()
        const { port2 } = this
        const { postMessage } = port2
        // The scheduler takes turns by sending itself `null`; other channels send objects.
        port2.postMessage = (...args: unknown[]) => {
          const send = () => Reflect.apply(postMessage, port2, args)
          if (args[0] === null) wait(send, delay)
          else send()
        }
      }
    }
  }, milliseconds)
}
