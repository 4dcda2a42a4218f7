import '@testing-library/jest-dom/vitest'
import { type Config, cleanup, configure, getConfig } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'

// jsdom has none. As on a phone, unless a test says otherwise.
window.matchMedia ??= () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList

/** Timers and listeners of the page, so that those of one test file can be removed before the next. */
class PageActivity {
  private readonly timers = new Set<ReturnType<typeof setTimeout>>()
  private readonly listeners: (() => void)[] = []

  /** Records from now on each timer that is started, and each listener of the window and the document. */
  record(): void {
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const start = globalThis[name] as (...args: unknown[]) => ReturnType<typeof setTimeout>
      const recorded = (...args: unknown[]) => {
        const timer = start(...args)
        this.timers.add(timer)
        return timer
      }
      Object.assign(globalThis, { [name]: Object.assign(recorded, start) })
    }
    for (const target of [globalThis, document]) this.recordListeners(target)
  }

  private recordListeners(target: EventTarget): void {
    const add = target.addEventListener.bind(target)
    target.addEventListener = (type, listener, options) => {
      add(type, listener, options)
      // React listens once per document, and keeps its listener.
      if (type === 'selectionchange') return
      this.listeners.push(() => target.removeEventListener(type, listener, options))
    }
  }

  end(): void {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
    for (const remove of this.listeners.splice(0)) remove()
  }
}

// Component tests share a thread, with its document and the packages it has loaded. Before each test file, our own
// modules are reset, so that the file loads them again, the document and its storage are emptied, and what earlier
// files left running ends: a retry of their outbox would call this file's `fetch`.
const thread = globalThis as { pageActivity?: PageActivity }
if (!thread.pageActivity) {
  // Its listeners, which it adds once to a document, stay.
  userEvent.setup()
  thread.pageActivity = new PageActivity()
  thread.pageActivity.record()
}
cleanup()
thread.pageActivity.end()
vi.resetModules()
await import('#tests/support/run/site-content.ts')
document.head.replaceChildren()
document.body.replaceChildren()
history.replaceState(null, '', '/')

const { getElementError } = getConfig()

configure({
  // Milliseconds; on a busy machine a page takes longer than the default of one second.
  asyncUtilTimeout: 60_000,
  defaultHidden: false,
  // Each look of a wait would print the whole page; the last one prints it.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
})

/** Whether a query is asked by a wait that will ask again. */
function isWaiting(): boolean {
  const config: Config & { _disableExpensiveErrorDiagnostics?: boolean } = getConfig()
  return config._disableExpensiveErrorDiagnostics === true
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  // After the last test of a file, too: the next one loads with what is stubbed.
  return () => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})

// Before what a file does after its tests (`hooks` in `vitest.config.ts`), so that no page misses what is removed there.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

// jsdom lays nothing out, so nothing changes its size, no query of the screen matches, and nothing scrolls.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.matchMedia ??= () => ({ matches: false }) as MediaQueryList
Element.prototype.scrollIntoView = () => {}
globalThis.scrollTo = () => {}

// jsdom lacks these; they only open and close the dialog.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  if (!this.open) return
  this.open = false
  this.dispatchEvent(new Event('close'))
}
