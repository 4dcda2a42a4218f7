import type { ErrorRequestHandler } from 'express'
import type { Logger } from '../lib/log.ts'
import { sendRefusal } from './functions.ts'

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

/** Bodies that cannot be read are the sender's 4xx; anything else is ours, logged, and says nothing more. */
export function errorAnswers(log: Logger): ErrorRequestHandler {
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
    const { failure = 'Something went wrong. Please try again.' } = res.locals
    log.error({ request: req.id, told: failure, err: error }, 'request failed')
    sendRefusal(res, 500, { code: 'failed', error: failure })
  }
}
