import { lazy, Suspense } from 'react'
import { useHydrated } from '#client/lib/browser.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { openOutbox } from '#client/outbox/outbox.ts'
import { Button } from '#client/ui/button.tsx'
import { OfflineBar } from '#client/ui/net-bar.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import { StoreNote } from './store-note.tsx'

/** In place of the list where its code did not come. */
export function MissingList() {
  return (
    <>
      <StoreNote tone="warn" title="The list did not arrive.">
        Nothing is lost. Please refresh the page when you are online.
      </StoreNote>
      <ResultActions>
        <Button onClick={() => location.reload()}>Refresh Page</Button>
      </ResultActions>
    </>
  )
}

const WantedList = lazy(async () => {
  try {
    // Together with what sends, which has to be here when the connection is not.
    const [{ DeviceList }] = await Promise.all([import('./device-list.tsx'), openOutbox()])
    return { default: DeviceList }
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
        lead="What you wrote while you were away from a connection, and what became of it."
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
              kept here, and forms are sent at once.
            </p>
          </noscript>
        )}
      </ResultPage>
    </>
  )
}
