import { expect } from '@playwright/test'

/** Milliseconds; without Background Sync a page sends by its timer, some seconds after a failure. */
const PATIENCE = 40_000

/** Somebody with a browser: the same few acts in each, whatever drives it. */
export interface Visitor {
  /** The browser's name and version. */
  readonly browser: string
  /** What went wrong in scripts, where the driver tells of it. */
  readonly faults?: readonly string[]
  /** Opens a page and waits until its script has taken over. */
  open(path: string): Promise<void>
  /** In the page, with nothing from outside but what is handed over. */
  evaluate<R>(read: () => R | Promise<R>): Promise<R>
  evaluate<R, Arg>(read: (arg: Arg) => R | Promise<R>, arg: Arg): Promise<R>
  fill(label: RegExp, text: string): Promise<void>
  /** A button or a checkbox. */
  press(name: RegExp): Promise<void>
  /** Whether there is such a button or checkbox. */
  has(name: RegExp): Promise<boolean>
  /** What the browser itself knows of the connection, where it can be told. */
  setOffline(offline: boolean): Promise<void>
  /** Nothing of the earlier pages is in memory; only what was stored is left. */
  startCold(): Promise<void>
  close(): Promise<void>
}

/** The page shows these words, or will. */
export async function sees(visitor: Visitor, words: string): Promise<void> {
  await expect
    .poll(async () => plain(await visitor.evaluate(() => document.body.innerText)), {
      timeout: PATIENCE,
    })
    .toContain(plain(words))
}

export async function finds(visitor: Visitor, name: RegExp): Promise<void> {
  await expect.poll(() => visitor.has(name), { timeout: PATIENCE }).toBe(true)
}

/** Capitals and line ends are the style sheet's. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase()
}
