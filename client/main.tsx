import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'
import { whenIdle } from '#client/lib/entry/when-idle.ts'
import { watchDrainTriggers } from '#client/outbox/drain-triggers.ts'

/** Longest wait for the first paint, for browsers that do not report it; milliseconds. */
const AT_MOST = 1000

const mount = document.getElementById('root')
if (!mount) throw new Error('Root element not found')

const started = begin(mount)
void whenIdle().then(watchDrainTriggers)
if (import.meta.env.PROD && 'serviceWorker' in navigator) void started.finally(keepOnDevice)

/** Lets the prerendered page paint before the code that hydrates it is fetched and run. */
async function begin(root: HTMLElement): Promise<void> {
  const { modules } = root.dataset
  if (modules) {
    await afterFirstPaint()
    fetchAhead(modules.split(' '))
  }
  const { start } = await import('./app/start.tsx')
  await start(root)
}

/** Installs the service worker last; without it the site still works online. */
async function keepOnDevice(): Promise<void> {
  await whenIdle()
  try {
    const { registerServiceWorker } = await import('./app/service-worker.ts')
    await registerServiceWorker(navigator.serviceWorker)
  } catch {
    // The browser forbids service workers, or there is no connection.
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
