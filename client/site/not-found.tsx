import { ErrorScreen } from '#client/app/error-screen.tsx'
import { OfflineBar } from '#client/ui/connection-bar.tsx'

export function NotFound() {
  return (
    <>
      <OfflineBar />
      <ErrorScreen message="This path ends here. The page has moved, or was never on the map." />
    </>
  )
}
