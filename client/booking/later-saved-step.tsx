import { lazy } from 'react'

const load = () => import('./saved-step.tsx')

/** Apart from the page's code: only a request that waits shows it, and no paid one does. */
export const LaterSavedStep = lazy(async () => ({ default: (await load()).SavedStep }))

/** Fetches it ahead, while there may still be a connection. */
export function prepareSavedStep(): void {
  load().catch(() => undefined)
}
