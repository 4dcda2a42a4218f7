import { ErrorScreen } from './error-screen.tsx'

export function NotFound() {
  return <ErrorScreen message="This path ends here." />
}
