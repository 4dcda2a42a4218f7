import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'
import { readDocumentContent } from '#client/lib/entry/document-content.ts'
import { whenIdle } from '#client/lib/entry/when-idle.ts'
import { openJourneyPage } from './journey/journey-page.tsx'
import { cachePage } from './journey/page-cache.ts'

const mount = document.getElementById('root')
if (!mount) throw new Error('Root element not found')

readDocumentContent()
void openJourneyPage(mount, keepOnDevice())

/** Caches the guests' page; resolves to whether it now opens without a connection. */
async function keepOnDevice(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false
  await whenIdle()
  try {
    const { registerServiceWorker } = await import('./app/service-worker.ts')
    await registerServiceWorker(navigator.serviceWorker)
    const registration = await navigator.serviceWorker.getRegistration()
    return registration !== undefined && (await cachePage(registration))
  } catch {
    // The browser forbids service workers, or there is no connection.
    return false
  }
}
