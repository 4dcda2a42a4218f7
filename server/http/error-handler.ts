import type { ErrorRequestHandler, Request, Response } from 'express'
import { getStorageFault, type StorageFault } from '#server/db/storage-faults.ts'
import type { Logger } from '#server/lib/log.ts'
import { renderPlainPage } from './plain-page.ts'
import { sendRefusal } from './responses.ts'

interface HttpError {
  status: number
  type?: string
}

function isHttpError(error: unknown): error is HttpError {
  return (
    typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    typeof error.status === 'number'
  )
}

/**
 * Answers errors: 4xx for a body that cannot be read, 503 with a retry time for a storage fault,
 * 500 without details for anything else. The last two are logged.
 */
export function createErrorHandler(log: Logger): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) return next(error)
    if (isHttpError(error) && error.status >= 400 && error.status < 500) {
      const large = error.status === 413
      sendRefusal(res, error.status, {
        code: large ? 'too_large' : 'malformed',
        error: large ? 'This is too large.' : 'This request could not be read.',
      })
      return
    }
    const failure = getFailureText(res)
    const fault = getStorageFault(error)
    log.error({ request: req.id, told: failure, fault, err: error }, 'request failed')
    if (fault) sendStorageUnavailable(req, res, fault)
    else sendRefusal(res, 500, { code: 'failed', error: failure })
  }
}

/**
 * Seconds. A lock or a connection is free again soon, and another server may take over; the other
 * faults need a person.
 */
const RETRY_SOON = 5
const RETRY_LATER = 60
const PASSING_FAULTS: readonly StorageFault[] = ['busy', 'crowded', 'unreachable']

/** Answers 503 with `Retry-After`; a form sent without script gets a page instead of JSON. */
export function sendStorageUnavailable(req: Request, res: Response, fault: StorageFault): void {
  res.set('Retry-After', String(PASSING_FAULTS.includes(fault) ? RETRY_SOON : RETRY_LATER))
  res.set('Cache-Control', 'no-store')
  const withoutScript = req.method === 'POST' && req.accepts(['json', 'html']) === 'html'
  if (withoutScript) res.status(503).send(NOT_SENT_PAGE)
  else sendRefusal(res, 503, { code: 'storage', error: getFailureText(res) })
}

/** The endpoint's own sentence for a failure, set by its route. */
function getFailureText(res: Response): string {
  return res.locals.failure ?? 'Something went wrong. Please try again.'
}

const NOT_SENT_PAGE = renderPlainPage({
  title: 'This was not sent',
  lines: ['Messages cannot be received at the moment. Please try again in a few minutes.'],
  link: { text: 'Go back with your browser: what you wrote is still in the form.' },
})
