import express, { type Express, type RequestHandler } from 'express'
import { FUNCTIONS } from '../shared/lib/endpoint.ts'
import { getConfig } from '../shared/site/api.ts'
import type { BookingParts } from './booking/ports.ts'
import { prepareRequest } from './booking/request.ts'
import { bookingRoutes, receivedPage } from './booking/routes.ts'
import type { Database } from './db/database.ts'
import { answer } from './http/answer.ts'
import { errorAnswers } from './http/errors.ts'
import { FunctionRoutes } from './http/functions.ts'
import { healthz, readyz } from './http/health.ts'
import { requestLog } from './http/request-log.ts'
import { perMinute, sameSiteWrites, securityHeaders } from './http/security.ts'
import { JobQueue } from './jobs/queue.ts'
import type { Clock } from './lib/clock.ts'
import type { NewId } from './lib/ids.ts'
import type { Logger } from './lib/log.ts'
import { scheduleRoutes } from './schedule/routes.ts'
import { readBusyTimes, readSchedule } from './schedule/store.ts'
import type { Settings } from './settings.ts'
import { Submissions } from './submissions/commands.ts'
import { submissionRoutes } from './submissions/routes.ts'

export interface AppParts {
  settings: Settings
  db: Database
  log: Logger
  clock: Clock
  newId: NewId
  /** Signs links. */
  secret: string
  /** Answers everything that is not a function or a form. */
  pages: RequestHandler[]
}

export interface App {
  handler: Express
  start(): void
  stop(): Promise<void>
  /** Does all queued work that is due, for programs that never start. */
  drain(): Promise<void>
}

/** Puts the features together; the only place where they meet. */
export function createApp(parts: AppParts): App {
  const { settings, db, log, clock, newId } = parts
  const secure = settings.publicUrl?.startsWith('https:') ?? false
  const cookies = { secure }
  const jobs = new JobQueue({ db, clock, log })
  const rules: BookingParts = {
    clock,
    newId,
    secret: parts.secret,
    payments: settings.payments.kind,
    limitHolds: settings.rateLimit,
    readSchedule,
    readBusyTimes,
    effects: {
      confirmed() {},
      requested() {},
      moved() {},
      cancelled() {},
      refund() {},
    },
  }
  const submissions = new Submissions(db, clock)
  submissions.on('booking', (fields) => prepareRequest(fields, rules))

  const routes = new FunctionRoutes(cookies)
  scheduleRoutes(routes, db)
  bookingRoutes(routes, {
    db,
    booking: rules,
    calendarFile: () => '',
    releaseHold: async () => {},
  })
  const mail = settings.mail.smtpUrl !== undefined || settings.publicUrl === undefined
  routes.on(getConfig, () => answer({ payments: settings.payments.kind, mail }))
  routes.close()

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', settings.trustProxy)
  app.set('query parser', 'simple')
  app.get('/healthz', healthz)
  app.get('/readyz', readyz({ db, dataDir: settings.dataDir, clock }))
  app.use(requestLog(log), securityHeaders(secure), sameSiteWrites)
  app.use(FUNCTIONS, limited(settings, 600), routes.router)
  app.post('/', limited(settings, 30), ...submissionRoutes({ submissions, cookies, newId }))
  app.get('/booking/received', receivedPage(db, rules))
  app.use(...parts.pages)
  app.use(errorAnswers(log))
  return {
    handler: app,
    start: () => jobs.start(),
    stop: () => jobs.stop(),
    drain: () => jobs.drain(),
  }
}

function limited(settings: Settings, limit: number): RequestHandler {
  return settings.rateLimit ? perMinute(limit) : (_req, _res, next) => next()
}
