/** Errors of a connection that the browser closed or refused; a new connection may work. */
const RECOVERABLE_ERRORS = [
  'DatabaseClosedError',
  'InvalidStateError',
  'OpenFailedError',
  'UnknownError',
]

/** Whether a database that failed with this error may work after it is opened again. */
export function isRecoverable(error: unknown): boolean {
  return error instanceof Error && RECOVERABLE_ERRORS.includes(error.name)
}

/** Whether the browser has no room left; Dexie puts the browser's error into its own. */
export function isQuotaExceeded(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = getInnerError(cause))
    if (cause.name === 'QuotaExceededError') return true
  return false
}

function getInnerError(error: Error): unknown {
  return 'inner' in error ? error.inner : undefined
}
