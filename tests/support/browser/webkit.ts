import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from '@playwright/test'
import { isHydrated } from './site-pages.ts'
import type { Visitor } from './visitor.ts'

/** A driven WebKit stores nothing beyond its process, so a cold start is a new window. */
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

  goTo(address: string): Promise<void> {
    return this.driver.open(this.baseURL + address)
  }

  evaluate<R, Arg>(read: (arg: Arg) => R | Promise<R>, arg?: Arg): Promise<R> {
    return this.driver.run(`return (${read})(...arguments)`, [arg])
  }

  async fill(label: RegExp, text: string): Promise<void> {
    await this.driver.type(await this.waitForElement('input, textarea', label), text)
  }

  async press(name: RegExp): Promise<void> {
    await this.driver.click(await this.waitForElement(CONTROLS, name))
  }

  async hasControl(name: RegExp): Promise<boolean> {
    return (await this.findElement(CONTROLS, name)) !== undefined
  }

  async setOffline(): Promise<void> {
    // WebDriver has no command for it; a stopped server has to do.
  }

  async startCold(): Promise<void> {
    await this.driver.replaceWindow()
  }

  close(): Promise<void> {
    return this.driver.close()
  }

  private async waitForElement(selector: string, name: RegExp): Promise<string> {
    let element: string | undefined
    await expect
      .poll(
        async () => {
          element = await this.findElement(selector, name)
          return element !== undefined
        },
        { message: String(name) },
      )
      .toBe(true)
    return element ?? ''
  }

  private findElement(selector: string, name: RegExp): Promise<string | undefined> {
    return this.driver.find(FIND, [selector, name.source])
  }
}

export interface WebKitOptions {
  /** The command that starts the driver. */
  command: string[]
  /** The path of the browser that the driver starts. */
  browser: string
}

const CONTROLS = 'button, input[type=checkbox]'

/**
 * Finds an element by its name and scrolls it to the window's middle, where nothing covers it. During a view
 * transition there is none: a picture of the page covers it.
 */
const FIND = `
  const [selector, name] = arguments
  const isOfTransition = ({ effect }) => effect?.pseudoElement?.startsWith('::view-transition')
  if (document.getAnimations().some(isOfTransition)) return null
  const called = (element) =>
    element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent
  const found = [...document.querySelectorAll(selector)].find(
    (element) => element.checkVisibility() && new RegExp(name).test(called(element).trim()),
  )
  found?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return found ?? null`

const IS_READY = `return (${isHydrated})()`

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Milliseconds within which a driver must listen. */
const PATIENCE = 30_000

type Reference = { [ELEMENT]: string }

/** The few W3C WebDriver commands that the WebKit tests need. */
export class WebDriver {
  private constructor(
    private readonly driver: ChildProcess,
    private readonly session: string,
    readonly version: string,
  ) {}

  /** Starts a driver by this command, on a free port, and opens a browser. */
  static async start([command = '', ...args]: string[], options: object): Promise<WebDriver> {
    const port = await findFreePort()
    // A process group of its own, so that the driver and its children can be ended together.
    const driver = spawn(command, [...args, `--port=${port}`], {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, TZ: 'Europe/Oslo' },
    })
    await once(driver, 'spawn')
    const root = `http://127.0.0.1:${port}`
    try {
      await waitUntilReady(root)
      const body = { capabilities: { alwaysMatch: options } }
      const { sessionId, capabilities } = await callDriver<Session>('POST', `${root}/session`, body)
      const version = String(capabilities.browserVersion)
      return new WebDriver(driver, `${root}/session/${sessionId}`, version)
    } catch (error) {
      endGroup(driver)
      throw error
    }
  }

  open(url: string): Promise<void> {
    return this.post('url', { url })
  }

  /** Runs the body of a function in the page; it may return a promise. */
  run<T>(script: string, args: unknown[] = []): Promise<T> {
    return this.post('execute/sync', { script, args })
  }

  /** Like `run`, for a script that returns one element or null; returns the element's reference. */
  async find(script: string, args: unknown[]): Promise<string | undefined> {
    return (await this.run<Reference | null>(script, args))?.[ELEMENT]
  }

  click(element: string): Promise<void> {
    return this.post(`element/${element}/click`, {})
  }

  async type(element: string, text: string): Promise<void> {
    await this.post(`element/${element}/clear`, {})
    await this.post(`element/${element}/value`, { text })
  }

  /** Opens a new window and closes the old one. */
  async replaceWindow(): Promise<void> {
    const { handle } = await this.post<{ handle: string }>('window/new', { type: 'window' })
    await callDriver('DELETE', `${this.session}/window`)
    await this.post('window', { handle })
  }

  async close(): Promise<void> {
    await callDriver('DELETE', this.session).catch(() => undefined)
    endGroup(this.driver)
  }

  private post<T>(command: string, body: unknown): Promise<T> {
    return callDriver('POST', `${this.session}/${command}`, body)
  }
}

interface Session {
  sessionId: string
  capabilities: Record<string, unknown>
}

async function callDriver<T>(method: string, url: string, body?: unknown): Promise<T> {
  const response = await fetch(url, body ? { method, body: JSON.stringify(body) } : { method })
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

async function waitUntilReady(root: string): Promise<void> {
  const status = () =>
    callDriver<{ ready: boolean }>('GET', `${root}/status`).catch(() => undefined)
  await expect.poll(status, { timeout: PATIENCE }).toBeDefined()
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function endGroup({ pid }: ChildProcess): void {
  if (pid) process.kill(-pid, 'SIGTERM')
}
