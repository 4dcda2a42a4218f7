import { useTitle } from '#client/lib/use-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { NightScreen } from './night-screen.tsx'

/** For a page that failed, and for an address that holds none. */
export function ErrorScreen({ message }: { message: string }) {
  useTitle('Oops! Something went wrong')
  return (
    <NightScreen
      title="Oops! Something went wrong"
      message={message || 'An unexpected error occurred'}
      alert
    >
      <Button variant="cream" onClick={() => location.reload()}>
        Refresh Page
      </Button>
      <ButtonLink variant="ghost" to="/">
        Return to Home
      </ButtonLink>
    </NightScreen>
  )
}
