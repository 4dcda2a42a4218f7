import { lazy, Suspense } from 'react'
import { useHydrated } from '#client/lib/browser.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { OfflineBar } from '#client/ui/net-bar.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import styles from './device-list.module.css'

/** In place of the list where its code did not come. */
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
    // With it comes what sends, which has to be here when the connection is not.
    return { default: (await import('./device-list.tsx')).DeviceList }
  } catch {
    return { default: MissingList }
  }
})

/** What a visitor's device holds of what they wrote; its frame is made at build time. */
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
