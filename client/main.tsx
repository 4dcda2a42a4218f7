import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'
import { watchWaiting } from './outbox/watch-waiting.ts'

/** Longest wait for a first drawing, for browsers that do not tell of it; milliseconds. */
const AT_MOST = 1000
/** Wait where a browser does not tell when it has nothing to do; milliseconds. */
const MEANWHILE = 2000

const mount = document.getElementById('root')
if (!mount) throw new Error('Root element not found')

const begun = begin(mount)
void whenIdle().then(watchWaiting)
if (import.meta.env.PROD && 'serviceWorker' in navigator) void begun.finally(keepOnDevice)

/** What the build has drawn is shown before the code that takes it over is fetched or run. */
async function begin(root: HTMLElement): Promise<void> {
  const { modules } = root.dataset
  if (modules) {
    await afterFirstPaint()
    fetchAhead(modules.split(' '))
  }
  const { start } = await import('./app/start.tsx')
  await start(root)
}

/** Last of all, and of no concern to the page: where it cannot be done, the site works as before. */
async function keepOnDevice(): Promise<void> {
  await whenIdle()
  try {
    const { installWorker } = await import('./app/service-worker.ts')
    await installWorker(navigator.serviceWorker)
  } catch {
    // The browser forbids it, or there was no connection.
  }
}

/** All at once: each of them names the next only when it has arrived. */
function fetchAhead(modules: string[]): void {
  for (const href of modules) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', href }))
  }
}

/** Resolves once something of the page is to be seen; at once where nobody looks. */
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

/** Resolves once the page has all it asked for and nothing to do. */
async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve)
    else setTimeout(resolve, MEANWHILE)
  })
}
