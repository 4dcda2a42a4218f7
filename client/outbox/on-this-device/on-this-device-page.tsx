import { lazy, Suspense } from 'react'
import { useHydrated } from '#client/lib/browser.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { OfflineBar } from '#client/ui/connection-bar.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import styles from './entry-list.module.css'

/** Shown if the code of the list could not be loaded. */
function ListUnavailable() {
  return (
    <>
      <div className={styles.banner}>
        <Banner tone="warn" title="The list did not load.">
          Nothing is lost. Please refresh the page when you are online.
        </Banner>
      </div>
      <ResultActions>
        <Button onClick={() => location.reload()}>Refresh Page</Button>
      </ResultActions>
    </>
  )
}

const LazyEntryList = lazy(async () => {
  try {
    // This also loads the sending code, which must be on the device when there is no connection.
    return { default: (await import('./entry-list.tsx')).EntryList }
  } catch {
    return { default: ListUnavailable }
  }
})

/** Page that lists a visitor's submissions on this device. Its frame is prerendered. */
export function OnThisDevicePage() {
  useTitle('On this device')
  return (
    <>
      <OfflineBar />
      <ResultPage
        plate="lodge"
        title="On this device"
        lead="What you wrote while offline, and whether it has been sent."
        long
      >
        {useHydrated() ? (
          <Suspense fallback={null}>
            <LazyEntryList />
          </Suspense>
        ) : (
          <noscript>
            <p>
              This list needs JavaScript, which this browser has turned off. Without it nothing is
              stored here, and forms are sent at once.
            </p>
          </noscript>
        )}
      </ResultPage>
    </>
  )
}
