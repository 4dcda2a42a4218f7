import type { RequestHandler } from 'express'
import { newUuid } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/log.ts'

declare module 'express-serve-static-core' {
  interface Request {
    id?: string
  }
}

/** Gives each request an id, in the answer too, and logs its path, never its query or body. */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    req.id = newUuid()
    res.set('X-Request-Id', req.id)
    const path = req.path
    const began = performance.now()
    res.once('close', () => {
      log.info(
        {
          request: req.id,
          method: req.method,
          path,
          status: res.writableFinished ? res.statusCode : 499,
          ms: Math.round(performance.now() - began),
        },
        'request',
      )
    })
    next()
  }
}
