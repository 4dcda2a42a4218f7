import { expect } from '@playwright/test'

/** Milliseconds; without Background Sync a page retries by a timer, seconds after a failure. */
const PATIENCE = 40_000

/** A visitor with a browser: the same few actions, whichever driver controls it. */
export interface Visitor {
  /** The browser's name and version. */
  readonly browser: string
  /** Script errors, if the driver reports them. */
  readonly faults?: readonly string[]
  /** Opens a page and waits until it is hydrated. */
  open(path: string): Promise<void>
  /** Opens a page that the site's router does not render. */
  goTo(path: string): Promise<void>
  /** Runs a function in the page; it sees nothing from outside but `arg`. */
  evaluate<R>(read: () => R | Promise<R>): Promise<R>
  evaluate<R, Arg>(read: (arg: Arg) => R | Promise<R>, arg: Arg): Promise<R>
  fill(label: RegExp, text: string): Promise<void>
  /** Presses a button or a checkbox. */
  press(name: RegExp): Promise<void>
  /** Whether there is such a button or checkbox. */
  hasControl(name: RegExp): Promise<boolean>
  /** Sets the browser's own connection state, if the driver can. */
  setOffline(offline: boolean): Promise<void>
  /** Starts again with nothing in memory, only with what was stored. */
  startCold(): Promise<void>
  close(): Promise<void>
}

/** Waits until the page shows these words. */
export async function expectText(visitor: Visitor, text: string): Promise<void> {
  await expect
    .poll(async () => normalizeText(await visitor.evaluate(() => document.body.innerText)), {
      timeout: PATIENCE,
    })
    .toContain(normalizeText(text))
}

export async function expectControl(visitor: Visitor, name: RegExp): Promise<void> {
  await expect.poll(() => visitor.hasControl(name), { timeout: PATIENCE }).toBe(true)
}

/** Ignores upper case and white space, which the style sheet decides. */
function normalizeText(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase()
}
