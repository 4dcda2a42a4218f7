import { lazy, Suspense } from 'react'
import { useHydrated } from '#client/lib/browser.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { OfflineBar } from '#client/ui/net-bar.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import styles from './device-list.module.css'

/** Shown if the code of the list could not be loaded. */
function MissingList() {
  return (
    <>
      <div className={styles.note}>
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

const WantedList = lazy(async () => {
  try {
    // This also loads the sending code, which must be on the device when there is no connection.
    return { default: (await import('./device-list.tsx')).DeviceList }
  } catch {
    return { default: MissingList }
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
            <WantedList />
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
