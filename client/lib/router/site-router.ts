import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import {
  createPath,
  type Location,
  matchRoutes,
  type NavigateOptions,
  NavigationType,
  type Navigator,
  type RouteObject,
  type To,
} from 'react-router-dom'
import { random } from '#client/lib/data/ids.ts'
import { loadTexts } from '#client/lib/entry/document-content.ts'
import { isDeskPath, isPaymentPath } from '#shared/site/routes.ts'

/** A page to show: its address, how the visitor got there, and where it begins. */
export interface PageView {
  location: Location
  action: NavigationType
  /** A position in pixels, or `start`: the hash or the top. Undefined: stays as it is. */
  scrollTo?: number | 'start' | undefined
  /** Why the page's code could not be loaded. */
  error?: unknown
}

/** `history.state` of the router's entries. */
interface Entry {
  key: string
  /** Counts up from entry to entry, which tells how far Back or Forward went. */
  place: number
  state: unknown
}

/** Returns whether it holds back a navigation to `pathname`; `go` then navigates after all. */
type Guard = (pathname: string, go: () => void) => boolean

/**
 * The navigation of this document. React Router renders its declarative mode from it: the data
 * router would be 16 KB larger, for loaders and actions that no page has. As there, the code of a
 * page is loaded before its address changes.
 */
export class SiteRouter {
  readonly navigator: Navigator
  /** At most one: one part of a page at a time has unsaved changes. */
  guard: Guard | undefined
  readonly routes: RouteObject[]
  #shown: PageView
  /** The entry that the scroll position belongs to: the next page may be loading or waiting to be rendered. */
  #keyOnScreen: string
  #entry = readEntry(0)
  #render: ((shown: PageView) => void) | undefined
  #positions = readPositions()
  readonly #opensAtDesk = isDeskPath(location.pathname)
  /** Each ends a view transition, which waits until the page is rendered. */
  #onRendered: (() => void)[] = []
  /** The latest navigation. An earlier one whose code is still loading is given up. */
  #latest = 0

  /** The browser itself restores the scroll position of a prerendered page. */
  constructor(routes: RouteObject[], { isPrerendered }: { isPrerendered: boolean }) {
    this.routes = routes
    const scrollTo = isPrerendered ? undefined : (this.#positions[this.#entry.key] ?? 'start')
    this.#shown = this.#look(NavigationType.Pop, { scrollTo })
    this.#keyOnScreen = this.#entry.key
    this.navigator = {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (steps) => history.go(steps),
      push: (to, state, options) => this.#navigate(NavigationType.Push, to, { ...options, state }),
      replace: (to, state, options) =>
        this.#navigate(NavigationType.Replace, to, { ...options, state }),
    }
    history.scrollRestoration = 'manual'
    addEventListener('popstate', this.#pop)
    addEventListener('pageshow', () => {
      history.scrollRestoration = 'manual'
    })
    addEventListener('pagehide', () => {
      this.#savePosition()
      writePositions(this.#positions)
      history.scrollRestoration = 'auto'
    })
  }

  /** Resolves once the code of the page at the present address is loaded, or failed to load. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#render = () => resolve()
      this.#load(location.pathname, (error) =>
        this.#show({ ...this.#shown, error }, { isAnimated: false }),
      )
    })
    this.#render = undefined
  }

  get shown(): PageView {
    return this.#shown
  }

  /** Calls `render` with what is to be shown from now on; returns the unsubscribe function. */
  listen(render: (shown: PageView) => void): () => void {
    this.#render = render
    return () => {
      this.#render = undefined
    }
  }

  /** Must be called when what `render` got is in the document. */
  confirmRendered({ location }: PageView): void {
    this.#keyOnScreen = location.key
    for (const end of this.#onRendered.splice(0)) end()
  }

  #look(action: NavigationType, rest: Pick<PageView, 'scrollTo' | 'error'>): PageView {
    const { pathname, search, hash } = location
    const { key, state } = this.#entry
    return { location: { pathname, search, hash, key, state }, action, ...rest }
  }

  #navigate(
    action: NavigationType.Push | NavigationType.Replace,
    to: To,
    { state = null, preventScrollReset = false, flushSync: isAtOnce = false }: NavigateOptions,
  ): void {
    const address = this.navigator.createHref(to)
    const { pathname } = new URL(address, location.href)
    const go = () =>
      this.#load(pathname, (error) => {
        this.#savePosition()
        const isPush = action === NavigationType.Push
        const place = this.#entry.place + (isPush ? 1 : 0)
        this.#entry = { key: createKey(), place, state }
        history[isPush ? 'pushState' : 'replaceState'](this.#entry, '', address)
        const scrollTo = preventScrollReset ? undefined : 'start'
        this.#show(this.#look(action, { scrollTo, error }), { isAtOnce })
      })
    if (!this.guard?.(pathname, go)) go()
  }

  readonly #pop = ({ hasUAVisualTransition }: PopStateEvent): void => {
    // The browser itself scrolls to a section whose link is not the router's.
    const isOwn = isEntry(history.state)
    const next = readEntry(this.#entry.place + 1)
    // Back at the page that is shown: a step that was held back, or one whose code was still loading.
    if (next.key === this.#entry.key) {
      this.#latest += 1
      markLoading(false)
      return
    }
    const steps = next.place - this.#entry.place
    if (this.guard?.(location.pathname, () => history.go(steps))) {
      history.go(-steps)
      return
    }
    this.#load(location.pathname, (error) => {
      this.#savePosition()
      this.#entry = next
      const scrollTo = isOwn ? (this.#positions[next.key] ?? 'start') : undefined
      const shown = this.#look(NavigationType.Pop, { scrollTo, error })
      this.#show(shown, { isAnimated: !hasUAVisualTransition })
    })
  }

  /** Calls `arrive` once the code of the page is loaded or failed to load: at once if none is missing. */
  #load(pathname: string, arrive: (error?: unknown) => void): void {
    this.#latest += 1
    const own = this.#latest
    const missing = findRoutes(this.routes, pathname).filter(isMissing)
    const arriveIfLatest = (error?: unknown) => {
      if (own !== this.#latest) return
      markLoading(false)
      arrive(error)
    }
    markLoading(missing.length > 0)
    if (missing.length === 0) arrive()
    else Promise.all(missing.map(loadRoute)).then(() => arriveIfLatest(), arriveIfLatest)
  }

  #savePosition(): void {
    this.#positions[this.#keyOnScreen] = scrollY
  }

  #show(next: PageView, { isAtOnce = false, isAnimated = true }): void {
    this.#shown = next
    const render = () => this.#render?.(next)
    if (!next.error && this.#needsOtherPolicy(next.location.pathname)) location.reload()
    else if (isAtOnce) flushSync(render)
    else if (isAnimated && this.#canAnimate()) this.#animate(render)
    else startTransition(render)
  }

  /**
   * A content security policy belongs to the document. The desk's excludes the payment provider, so
   * entering the desk loads a new document, and so does going from it to a page that takes payments.
   * From the desk to other pages the document stays, and with it the key of an encrypted device,
   * which is in memory only.
   */
  #needsOtherPolicy(pathname: string): boolean {
    return this.#opensAtDesk ? isPaymentPath(pathname) : isDeskPath(pathname)
  }

  #canAnimate(): boolean {
    if (!this.#render || this.#opensAtDesk || !('startViewTransition' in document)) return false
    return !matchMedia('(prefers-reduced-motion: reduce)').matches
  }

  #animate(render: () => void): void {
    const transition = document.startViewTransition(() => {
      startTransition(render)
      return new Promise<void>((resolve) => this.#onRendered.push(resolve))
    })
    // The next navigation or the browser skips a transition; the page changes all the same.
    transition.ready.catch(() => undefined)
  }
}

/** The base styles then draw a line at the top of the window, if it takes long. */
function markLoading(isLoading: boolean): void {
  document.documentElement.toggleAttribute('data-loading', isLoading)
}

function createKey(): string {
  return random().toString(36).slice(2, 10)
}

function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null && 'key' in state && 'place' in state
}

/** The current entry of the history; one that is not the router's gets `place`. */
function readEntry(place: number): Entry {
  if (isEntry(history.state)) return history.state
  const entry = { key: createKey(), place, state: null }
  history.replaceState(entry, '')
  return entry
}

const POSITIONS_KEY = 'scroll-positions'

/** Scroll positions in pixels by the key of their entry. */
function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(POSITIONS_KEY) ?? '{}')
  } catch {
    return {}
  }
}

function writePositions(positions: Record<string, number>): void {
  try {
    sessionStorage.setItem(POSITIONS_KEY, JSON.stringify(positions))
  } catch {
    // Without storage, a page that is loaded again begins at its top.
  }
}

/** The routes of the page at `path`, outermost first. */
export function findRoutes(routes: RouteObject[], path: string): RouteObject[] {
  return (matchRoutes(routes, path) ?? []).map(({ route }) => route)
}

function isMissing(route: RouteObject): boolean {
  return route.lazy !== undefined && route.Component === undefined
}

/** Loads the code of a lazy route; it stays loaded. */
export async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function' || !isMissing(route)) return
  const [loaded] = await Promise.all([
    route.lazy(),
    route.handle?.readsTexts && loadTexts(route.path),
  ])
  Object.assign(route, { element: undefined }, loaded)
}
