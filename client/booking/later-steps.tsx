import { lazyNamed } from '#client/lib/lazy-named.ts'

// Separate bundles: most bookings show neither of these steps.

const loadSaved = () => import('./saved-step.tsx')

export const LaterSavedStep = lazyNamed(loadSaved, (module) => module.SavedStep)

/** Prefetches the step's code: it is shown when the connection is gone. */
export function prepareSavedStep(): void {
  loadSaved().catch(() => undefined)
}

/** Needs no prefetch: it is shown after a refusal by the server, so there is a connection. */
export const LaterOtherTimeStep = lazyNamed(
  () => import('./calendar/other-time-step.tsx'),
  (module) => module.OtherTimeStep,
)
