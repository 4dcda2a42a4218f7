import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'
import { watchDrainTriggers } from '#client/outbox/drain-triggers.ts'
import { isJourneyPath } from '#shared/journeys/link.ts'
import type { OfferUpdate } from './app/service-worker.ts'

/** Longest wait for the first paint, for browsers that do not report it; milliseconds. */
const AT_MOST = 1000
/** Delay in browsers without `requestIdleCallback`; milliseconds. */
const MEANWHILE = 2000

const mount = document.getElementById('root')
if (!mount) throw new Error('Root element not found')

const started = begin(mount, () => kept)
// Also if the page failed: the error is reported, and the next page may be right.
const kept = started.then(keepOnDevice, (error) => {
  void keepOnDevice()
  throw error
})
void whenIdle().then(watchDrainTriggers)

/**
 * Lets the prerendered page paint before the code that hydrates it is fetched and run. Returns what
 * offers a new version of the site to the visitor, where the page has room for that.
 */
async function begin(
  root: HTMLElement,
  getKept: () => Promise<boolean>,
): Promise<OfferUpdate | undefined> {
  if (isJourneyPath(location.pathname)) {
    const { openJourneyPage } = await import('./journey/journey-page.tsx')
    await openJourneyPage(root, getKept())
    return undefined
  }
  const { modules } = root.dataset
  if (modules) {
    await afterFirstPaint()
    fetchAhead(modules.split(' '))
  }
  const { start, offerUpdate } = await import('./app/start.tsx')
  await start(root)
  return offerUpdate
}

/**
 * Installs the service worker last; without it the site still works online. Resolves to whether the
 * site now opens without a connection.
 */
async function keepOnDevice(offerUpdate?: OfferUpdate): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false
  await whenIdle()
  try {
    const { registerServiceWorker } = await import('./app/service-worker.ts')
    return await registerServiceWorker(navigator.serviceWorker, offerUpdate)
  } catch {
    // The browser forbids service workers, or there is no connection.
    return false
  }
}

/** Preloads all modules in parallel: each names its imports only once it has arrived. */
function fetchAhead(modules: string[]): void {
  for (const href of modules) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', href }))
  }
}

/** Resolves after the first paint; at once in a hidden tab, which does not paint. */
function afterFirstPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve()
  return new Promise((resolve) => {
    new PerformanceObserver((_entries, observer) => {
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, AT_MOST)
  })
}

/** Resolves once the page has loaded and the main thread is idle. */
async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve)
    else setTimeout(resolve, MEANWHILE)
  })
}
