import { expect } from '@playwright/test'
import type { Visitor } from './visitor.ts'
import { WebDriver } from './webdriver.ts'

/** WebKit stores nothing beyond its process when it is driven: a cold start is a new window. */
export class WebKitVisitor implements Visitor {
  private constructor(
    private readonly driver: WebDriver,
    private readonly baseURL: string,
  ) {}

  static async start(options: WebKitOptions, baseURL: string): Promise<WebKitVisitor> {
    const { command, browser } = options
    const driver = await WebDriver.start(command, {
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    })
    return new WebKitVisitor(driver, baseURL)
  }

  get browser(): string {
    return `WebKitGTK ${this.driver.version}`
  }

  async open(address: string): Promise<void> {
    await this.driver.open(this.baseURL + address)
    await expect.poll(() => this.driver.run(IS_READY)).toBe(true)
  }

  evaluate<R, Arg>(read: (arg: Arg) => R | Promise<R>, arg?: Arg): Promise<R> {
    return this.driver.run(`return (${read})(...arguments)`, [arg])
  }

  async fill(label: RegExp, text: string): Promise<void> {
    await this.driver.type(await this.found('input, textarea', label), text)
  }

  async press(name: RegExp): Promise<void> {
    await this.driver.click(await this.found(PRESSED, name))
  }

  async has(name: RegExp): Promise<boolean> {
    return (await this.find(PRESSED, name)) !== undefined
  }

  async setOffline(): Promise<void> {
    // WebDriver has no word for it: the server that is gone must do.
  }

  async startCold(): Promise<void> {
    await this.driver.changeWindow()
  }

  close(): Promise<void> {
    return this.driver.close()
  }

  private async found(selector: string, name: RegExp): Promise<string> {
    let element: string | undefined
    await expect
      .poll(
        async () => {
          element = await this.find(selector, name)
          return element !== undefined
        },
        { message: String(name) },
      )
      .toBe(true)
    return element ?? ''
  }

  private find(selector: string, name: RegExp): Promise<string | undefined> {
    return this.driver.find(FIND, [selector, name.source])
  }
}

export interface WebKitOptions {
  /** Starts its driver. */
  command: string[]
  /** What the driver starts. */
  browser: string
}

const PRESSED = 'button, input[type=checkbox]'

/** By what it is called, in the middle of the window, where nothing lies over it. */
const FIND = `
  const [selector, name] = arguments
  const called = (element) =>
    element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent
  const found = [...document.querySelectorAll(selector)].find(
    (element) => element.checkVisibility() && new RegExp(name).test(called(element).trim()),
  )
  found?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return found ?? null`

const IS_READY = `
  const first = document.getElementById('root')?.firstElementChild
  return Object.keys(first ?? {}).some((key) => key.startsWith('__reactProps'))`
