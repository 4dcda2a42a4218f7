import { OfflineBar } from '#client/ui/connection-bar.tsx'
import { ErrorScreen } from '#client/ui/page/error-screen.tsx'

export function NotFound() {
  return (
    <>
      <OfflineBar />
      <ErrorScreen
        message="This path ends here. The page has moved, or was never on the map."
        isHomeFirst
      />
    </>
  )
}
