import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, firefox, type Locator, type Page } from 'playwright-core'
import { openHydrated } from './site-pages.ts'
import type { Visitor } from './visitor.ts'

/**
 * Firefox reports this for a load that it cancels because the visitor leaves the page. If the service worker
 * fails to answer, the report says instead that its promise was rejected.
 */
const CUT_OFF = /A ServiceWorker intercepted the request and encountered an unexpected error/

/** A stock Firefox. A cold start ends its process, so that only the profile remains. */
export class FirefoxVisitor implements Visitor {
  readonly faults: string[] = []
  private readonly profile = fs.mkdtempSync(path.join(os.tmpdir(), 'firefox-'))
  private offline = false
  private running: { context: BrowserContext; page: Page } | undefined

  private constructor(
    private readonly executablePath: string,
    private readonly baseURL: string,
  ) {}

  static async start(executablePath: string, baseURL: string): Promise<FirefoxVisitor> {
    const visitor = new FirefoxVisitor(executablePath, baseURL)
    await visitor.launch()
    return visitor
  }

  get browser(): string {
    return `Firefox ${this.running?.context.browser()?.version()}`
  }

  open(address: string): Promise<void> {
    return openHydrated(this.page, address)
  }

  async goTo(address: string): Promise<void> {
    await this.page.goto(address)
  }

  evaluate<R, Arg>(read: (arg: Arg) => R | Promise<R>, arg?: Arg): Promise<R> {
    return this.page.evaluate(read as (arg: unknown) => R | Promise<R>, arg)
  }

  fill(label: RegExp, text: string): Promise<void> {
    // Types key by key: in this browser React takes a value set by `fill` for its own and drops it.
    return this.page.getByRole('textbox', { name: label }).pressSequentially(text)
  }

  press(name: RegExp): Promise<void> {
    return this.getControl(name).click()
  }

  async hasControl(name: RegExp): Promise<boolean> {
    return (await this.getControl(name).count()) > 0
  }

  async setOffline(offline: boolean): Promise<void> {
    this.offline = offline
    await this.running?.context.setOffline(offline)
  }

  async startCold(): Promise<void> {
    await this.running?.context.close()
    await this.launch()
  }

  async close(): Promise<void> {
    await this.running?.context.close()
    fs.rmSync(this.profile, { recursive: true, force: true })
  }

  private get page(): Page {
    if (!this.running) throw new Error('Firefox is not running. Start it before using its page.')
    return this.running.page
  }

  private getControl(name: RegExp): Locator {
    return this.page.getByRole('button', { name }).or(this.page.getByRole('checkbox', { name }))
  }

  private async launch(): Promise<void> {
    const context = await firefox.launchPersistentContext(this.profile, {
      // The protocol of a stock Firefox; Playwright's own build speaks another.
      channel: 'moz-firefox',
      executablePath: this.executablePath,
      baseURL: this.baseURL,
      locale: 'en-GB',
      timezoneId: 'Europe/Oslo',
    })
    context.on('weberror', (error) => {
      const fault = String(error.error())
      if (!CUT_OFF.test(fault)) this.faults.push(fault)
    })
    await context.setOffline(this.offline)
    this.running = { context, page: await context.newPage() }
  }
}
