import { lazyNamed } from '#client/lib/lazy-named.ts'

// Apart from the page's code: most bookings go straight on, and show neither.

const loadSaved = () => import('./saved-step.tsx')

export const LaterSavedStep = lazyNamed(loadSaved, (module) => module.SavedStep)

/** Fetches it ahead, while there may still be a connection. */
export function prepareSavedStep(): void {
  loadSaved().catch(() => undefined)
}

/** Shown where the server has said that a time is gone, so there is a connection to fetch it by. */
export const LaterOtherTimeStep = lazyNamed(
  () => import('./calendar/other-time-step.tsx'),
  (module) => module.OtherTimeStep,
)
