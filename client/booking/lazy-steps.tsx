import { lazyNamed } from '#client/lib/lazy-named.ts'

// Separate bundles: choosing a time needs none of these steps.

const importSavedStep = () => import('./saved-step.tsx')
const importConfirmedStep = () => import('./confirmed-step.tsx')

export const LazySavedStep = lazyNamed(importSavedStep, (module) => module.SavedStep)

export const LazyConfirmedStep = lazyNamed(importConfirmedStep, (module) => module.ConfirmedStep)

/** Prefetches the step's code: it is shown when the connection is gone. */
export function preloadSavedStep(): void {
  importSavedStep().catch(() => undefined)
}

/** Prefetches the step's code: the connection may be lost just after the booking arrived. */
export function preloadConfirmedStep(): void {
  importConfirmedStep().catch(() => undefined)
}

/** Needs no prefetch: it is shown after a refusal by the server, so there is a connection. */
export const LazyOtherTimeStep = lazyNamed(
  () => import('#client/booking/calendar/other-time-step.tsx'),
  (module) => module.OtherTimeStep,
)
