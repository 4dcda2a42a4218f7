import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { useRenewOnce } from '../lib/renew-once.ts'
import { ErrorScreen } from './error-screen.tsx'

/** The error screen of every route. */
export function RouteError() {
  const error = useRouteError()
  return useRenewOnce(isMissingPart(error)) ? null : <ErrorScreen message={messageOf(error)} />
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    return error.status === 404 ? 'This path ends here.' : error.statusText
  }
  if (isMissingPart(error))
    return 'A part of this page did not arrive. The site may have been renewed in the meantime.'
  // A message of ours is written for people; one of the engine's (TypeError and kin) is not.
  return error instanceof Error && error.constructor === Error ? error.message : ''
}

/** As browsers and the bundler word it when a script or its styles cannot be fetched. */
function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
  )
}
