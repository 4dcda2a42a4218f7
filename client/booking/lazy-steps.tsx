import { lazyNamed } from '#client/lib/lazy-named.ts'

// Separate bundles: most bookings show neither of these steps.

const importSavedStep = () => import('./saved-step.tsx')

export const LazySavedStep = lazyNamed(importSavedStep, (module) => module.SavedStep)

/** Prefetches the step's code: it is shown when the connection is gone. */
export function preloadSavedStep(): void {
  importSavedStep().catch(() => undefined)
}

/** Needs no prefetch: it is shown after a refusal by the server, so there is a connection. */
export const LazyOtherTimeStep = lazyNamed(
  () => import('#client/booking/calendar/other-time-step.tsx'),
  (module) => module.OtherTimeStep,
)
