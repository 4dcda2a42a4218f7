import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { ErrorScreen } from './error-screen.tsx'

/** The error screen of every route. */
export function RouteError() {
  return <ErrorScreen message={messageOf(useRouteError())} />
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    return error.status === 404 ? 'This path ends here.' : error.statusText
  }
  // A message of ours is written for people; one of the engine's (TypeError and kin) is not.
  return error instanceof Error && error.constructor === Error ? error.message : ''
}
