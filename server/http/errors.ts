import type { ErrorRequestHandler, Request, Response } from 'express'
import { type StorageFault, type StorageHealth, storageFault } from '#server/db/faults.ts'
import type { Logger } from '#server/lib/log.ts'
import { plainPage } from './plain-page.ts'
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

interface Parts {
  log: Logger
  health: StorageHealth
}

/**
 * Bodies that cannot be read are the sender's 4xx, a disk that fails is 503, to be tried again; anything
 * else is ours, logged, and says nothing more.
 */
export function errorAnswers({ log, health }: Parts): ErrorRequestHandler {
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
    const failure = failureOf(res)
    // The accounts' library reports a failed statement as an error of its own.
    const fault = storageFault(error) ?? health.fault
    log.error({ request: req.id, told: failure, fault, err: error }, 'request failed')
    if (fault) storageAnswer(req, res, fault)
    else sendRefusal(res, 500, { code: 'failed', error: failure })
  }
}

/** Seconds. A lock is soon let go of; a disk needs somebody to see to it. */
const RETRY_AFTER = { lock: 5, disk: 60 }

/** 503 with the time after which to try again. */
export function storageAnswer(req: Request, res: Response, fault: StorageFault): void {
  res.set('Retry-After', String(fault === 'busy' ? RETRY_AFTER.lock : RETRY_AFTER.disk))
  res.set('Cache-Control', 'no-store')
  const withoutScript = req.method === 'POST' && req.accepts(['json', 'html']) === 'html'
  if (withoutScript) res.status(503).send(NOT_SENT)
  else sendRefusal(res, 503, { code: 'storage', error: failureOf(res) })
}

/** The endpoint's own words for a failure. */
function failureOf(res: Response): string {
  return res.locals.failure ?? 'Something went wrong. Please try again.'
}

const NOT_SENT = plainPage({
  title: 'This was not sent',
  lines: ['We cannot receive messages at the moment. Please try again in a few minutes.'],
  link: { text: 'Go back with your browser: what you wrote is still in the form.' },
})
